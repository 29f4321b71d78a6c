/** What the board says: its part of the catalogue. */

import { t } from "../lib/texts";

export const words = t.onBoard;
