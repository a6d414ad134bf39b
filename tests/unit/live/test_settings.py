"""Settings: one file, the environment over it, and a clear word about what is wrong."""

from pathlib import Path

import pytest

from pokerroom.live.settings import Settings, SettingsError, read_settings


def test_without_anything_the_defaults_hold() -> None:
    assert read_settings(environment={}) == Settings()


def test_the_environment_goes_over_the_file_and_what_is_given_over_both(tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text('port = 1\nhost = "file"\n[clock]\nact = 5.0\nshow = 6.0\n')
    found = read_settings(
        path,
        environment={"POKERROOM_HOST": "env", "POKERROOM_CLOCK_ACT": "9.5", "POKERROOM_ORIGINS": "https://a,https://b"},
        port=3,
        store=None,
    )
    assert (found.host, found.port, found.clock.act, found.clock.show) == ("env", 3, 9.5, 6.0)
    assert found.origins == ("https://a", "https://b")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "prot"),
        ('port = "many"', "port"),
        ("[clock\n", "room.toml"),
        ("[clock]\nx = 1", "x"),
        ("[cluster]\nshards = 0", "shards"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "room.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=says):
        read_settings(path, environment={})


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nowhere"):
        read_settings(tmp_path / "nowhere.toml", environment={})
