"""The name of this software, as every round of play records who dealt it."""

from importlib.metadata import PackageNotFoundError, version


def software() -> str:
    try:
        return f"pokerroom {version('pokerroom')}"
    except PackageNotFoundError:
        return "pokerroom"
