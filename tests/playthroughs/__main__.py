"""Write all playthroughs anew: ``python -m tests.playthroughs``."""

from tests.draft_40k.playthroughs import scripted as draft
from tests.gangfight.playthroughs import scripted as gangfight
from tests.necromunda.playthroughs import scripted as necromunda
from tests.playthroughs.telling import BATTLES, playthrough
from tests.rites_of_battle.playthroughs import scripted as rites

if __name__ == "__main__":
    for battle in BATTLES:
        battle.path.write_text(playthrough(battle), encoding="utf-8")
        print(battle.path)
    for tales in (gangfight.TALES, rites.TALES, necromunda.TALES, draft.TALES):
        for title in tales.scenes:
            tales.path_of(title).write_text(tales.told(title), encoding="utf-8")
            print(tales.path_of(title))
