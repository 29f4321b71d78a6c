"""Two people at two screens: interrupts across the net, taking back, a server that dies, those who watch."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from . import positions
from .conftest import Sits
from .serving import Server

# ---- a friend ------------------------------------------------------------------------------------------------------


def test_a_friend_comes_by_a_link(server: Server, sits: Sits) -> None:
    host = sits()
    host.page.goto(server.page + "#/new")
    host.page.locator(".seat").nth(1).get_by_text("A friend").click()
    host.page.get_by_role("button", name="Open, and get the links").click()
    links = host.page.get_by_label("Address of the invitation")
    expect(links).to_have_count(3)  # two seats, and those who watch
    friend = sits(links.nth(1).input_value())
    assert "join" not in friend.page.url  # the token does not stay in the address
    host.page.get_by_role("link", name="To the table").click()
    host.bar.wait_for()
    expect(host.page.get_by_role("list", name="The sides")).to_contain_text("here")
    friend.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_label("Say something").fill("Well met")
    friend.page.get_by_label("Say something").press("Enter")
    host.page.get_by_role("tab", name="Chat").click()
    host.sees("Well met")


# ---- interrupts ------------------------------------------------------------------------------------------------------


def test_overwatch_answers_a_charge_at_the_other_screen(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))

    blue.sees("Waiting for Red")
    red.gives("Charge")
    red.sees("Waiting for Blue")
    blue.is_asked("Asp declares: Charge. Who reacts?")
    assert blue.options() == ["Overwatch: Dog", "pass"]
    blue.gives("Overwatch: Dog")

    red.is_asked("Charge whom?")
    red.heard("Dog")
    red.clicks(red.spot_of("Dog"))
    red.is_asked("Which way does it face?")
    for person in (red, blue):
        person.heard("Asp charges Dog")


def test_three_charge_and_three_interrupt(server: Server, sits: Sits) -> None:
    options = {"interrupt-targeted-only": False, "bystanders-answer-charges": True, "charge-may-stop": False}
    record = positions.before_a_band_charges(**options)
    game = server.take(record, "human", "human")
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))

    red.gives("With Me!")
    red.gives("Charge!")
    red.gives("Sib")
    red.gives("Brun")
    for charger in ("Odo", "Sib", "Brun"):  # all three against the one in the middle: the others are no targets
        red.is_asked(f"Whom does {charger} charge?")
        red.gives("Till")

    blue.gives("Flee!: Till")
    blue.gives("Counter-Charge: Wiebke")
    blue.is_asked("Whom does Wiebke counter-charge?")
    blue.clicks(blue.spot_of("Sib"))
    blue.gives("Fire!: Jorun")
    blue.is_asked("At whom does Jorun fire?")
    blue.gives("Brun")

    red.is_asked("Who attacks next?")
    for person in (red, blue):
        for words in ("Till declares Flee!", "Wiebke declares Counter-Charge against Sib", "Jorun declares Fire!"):
            person.heard(words)
        person.heard("Till flees to")
    for person, name in ((red, "Wiebke"), (blue, "Odo")):  # both see the same position
        expect(person.page.locator(f"[data-body][aria-label^='{name}']")).to_have_count(1)
    blue.reads(red.log())


# ---- taking back -----------------------------------------------------------------------------------------------------


def test_a_choice_that_nobody_knows_more_after_is_taken_back_alone(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_band_charges(), "human", "human")
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))
    red.gives("With Me!")
    red.gives("Charge!")
    red.is_asked("Who joins?")
    red.undoes()
    red.is_asked("Move or charge?")
    red.undoes()
    red.is_asked("What does Odo do?")
    blue.sees("What does Odo do?")
    assert not blue.seen()["consent"]
    red.bar.get_by_role("button", name="Do again", exact=True).click()
    red.is_asked("Move or charge?")


def test_what_the_other_has_seen_is_taken_back_only_if_they_agree(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(server.invitation(game, seat)) for seat in (0, 1))
    red.gives("Charge")
    blue.gives("Overwatch: Dog")
    red.is_asked("Charge whom?")

    red.undoes()
    blue.sees("Red asks:")
    red.sees("Waiting for Blue to answer")
    blue.bar.get_by_role("button", name="No", exact=True).click()
    expect(red.bar.get_by_text("Waiting for Blue to answer")).to_be_hidden()
    red.is_asked("Charge whom?")

    red.undoes()
    blue.sees("Red asks:")
    blue.bar.get_by_role("button", name="Agree").click()
    red.is_asked("What does Asp do?")
    expect(red.page.get_by_role("log", name="Log")).not_to_contain_text("Dog fires")


# ---- a server that dies ----------------------------------------------------------------------------------------------


AWAY = 2_000  # ms for which nobody listens


def test_a_killed_server_comes_back_in_the_middle_of_an_action(own_server: Server, sits: Sits) -> None:
    game = own_server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(own_server.invitation(game, seat)) for seat in (0, 1))
    red.gives("Charge")
    blue.is_asked("Asp declares: Charge. Who reacts?")

    opened = list[str]()
    for person in (red, blue):
        person.page.on("websocket", lambda socket: opened.append(socket.url))
    own_server.kill()
    for person in (red, blue):
        person.sees(re.compile("The connection to the server is broken"))
        person.page.wait_for_timeout(AWAY)
    assert opened == [], "a browser holds sockets back, in the end for seconds, where some were opened in vain"
    own_server.start()
    for person in (red, blue):
        expect(person.page.get_by_text("The connection to the server is broken")).to_be_hidden()
    blue.is_asked("Asp declares: Charge. Who reacts?")
    blue.gives("Overwatch: Dog")
    red.is_asked("Charge whom?")
    blue.reads(red.log())


def test_what_is_answered_while_nobody_listens_is_kept_or_told(own_server: Server, sits: Sits) -> None:
    game = own_server.take(positions.before_a_charge(), "human", "human")
    red, blue = (sits(own_server.invitation(game, seat)) for seat in (0, 1))
    other = sits(own_server.invitation(game, 0))  # red's telephone, say
    for person in (red, other):
        person.is_asked("What does Asp do?")
    own_server.kill()
    for person, label in ((red, "Charge"), (other, "Aim")):
        person.sees("The connection to the server is broken")
        person.gives(label)
        person.sees(
            "Your answer is kept, and is sent as soon as the connection is back "
            f"if the question is still the same: {label}"
        )
    other.undoes()
    other.sees("this was not sent")
    other.bar.get_by_role("button", name="Do not send it").click()
    expect(other.page.get_by_text("Your answer is kept")).to_be_hidden()
    own_server.start()
    blue.is_asked("Asp declares: Charge. Who reacts?")
    red.sees("Waiting for Blue")
    assert sum("Asp declares: Charge" in entry for entry in red.log()) == 1
    for person in (red, other):
        expect(person.page.get_by_text("Your answer is kept")).to_be_hidden()


# ---- who watches, who is somebody else -------------------------------------------------------------------------------


def test_who_watches_sees_all_of_it_and_decides_nothing(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    red, watcher = sits(server.invitation(game, 0)), sits(server.invitation(game, -1))
    watcher.sees("Waiting for Red")
    expect(watcher.page.locator("[data-body]")).to_have_count(6)
    assert not watcher.options()
    watcher.clicks(watcher.spot_of("Asp"))  # looks at it
    watcher.sees(re.compile("Actions", re.I))
    red.gives("Charge")
    watcher.sees("Asp declares: Charge. Who reacts?")
    assert not watcher.options()
    assert watcher.bar.get_by_role("button").count() == 0
    # What the page does not offer, the server does not take either.
    told = watcher.evaluate(FORGED, [game.game, next(link.token for link in game.links if link.seat == -1)])
    assert told["type"] == "refused", told


FORGED = """([game, token]) => new Promise((done) => {
  const line = new WebSocket(location.origin.replace('http', 'ws') + `/api/games/${game}/socket`);
  line.onopen = () => line.send(JSON.stringify({type: 'hello', protocol: 1, game, tokens: [token]}));
  line.onmessage = ({data}) => {
    const told = JSON.parse(data);
    if (told.type === 'position')
      line.send(JSON.stringify({type: 'choose', n: 7, seat: 1, at: told.at, answer: null}));
    if (told.re === 7) done(told);
  };
})"""


def test_two_tabs_of_one_seat_and_a_stale_answer(server: Server, sits: Sits) -> None:
    game = server.take(positions.before_a_charge(), "human", "human")
    one = sits(server.invitation(game, 0))
    other = sits(server.invitation(game, 0))
    one.is_asked("What does Asp do?")
    other.is_asked("What does Asp do?")
    # The other tab hears nothing for a while, as one that sleeps does, and answers what it still shows.
    other.evaluate(DEAF)
    one.gives("Charge")
    one.sees("Waiting for Blue")
    other.bar.locator(".option", has_text="Move").first.click()
    other.sees(re.compile("The question is another by now|You are not asked anything"))
    one.sees("Waiting for Blue")
    assert "Asp moves" not in " ".join(one.log())


# Positions that come unasked are lost.
DEAF = """() => {
  const parse = JSON.parse;
  JSON.parse = (text, ...more) => {
    const told = parse(text, ...more);
    return told?.type === 'position' ? {type: 'done', re: 0} : told;
  };
}"""
