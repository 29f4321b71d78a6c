"""Write all playthroughs anew: ``python -m tests.playthroughs``."""

from tests.gangfight.playthroughs.scripted import SCENES, path_of, told
from tests.playthroughs.telling import BATTLES, playthrough

if __name__ == "__main__":
    for battle in BATTLES:
        battle.path.write_text(playthrough(battle), encoding="utf-8")
        print(battle.path)
    for scene in SCENES:
        path_of(scene).write_text(told(scene), encoding="utf-8")
        print(path_of(scene))
