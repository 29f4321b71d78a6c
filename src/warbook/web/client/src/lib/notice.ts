// A notice outside the page, where the person has allowed it.

import { settings } from "./settings.svelte";

export function notify(title: string, words: string): void {
  if (!settings.notices || !("Notification" in window) || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const notice = new Notification(title, { body: words, tag: "warbook-turn", icon: "./icon.svg" });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
