"""Nothing lies in the package unseen that no user can reach."""

import grimp

from tools import reach


def graph_of(*imports: tuple[str, str]) -> grimp.ImportGraph:
    graph = grimp.ImportGraph()
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    return graph


def test_whatever_no_user_reaches_is_declared_with_its_reason_and_nothing_else_is() -> None:
    found = reach.orphans(reach.unreached())
    assert found == reach.UNCONNECTED.keys(), (
        "connect it, delete it, or declare it in UNCONNECTED of tools/reach.py; take out what is connected now"
    )
    assert all(reach.UNCONNECTED.values())


def test_what_users_run_and_the_library_they_are_shown_is_reached() -> None:
    users = {"pokerroom.cli.rule", "pokerroom.web.app", "pokerroom.play", "pokerroom.odds.simulation"}
    assert users <= reach.product().modules - reach.unreached()


def test_what_is_loaded_without_an_import_statement_is_reached_through_its_loader() -> None:
    assert {"pokerroom.store.migrations.env", "pokerroom.ranking.bulk.loops"} <= reach.product().modules
    assert not any(module.startswith("pokerroom.store.migrations") for module in reach.unreached())
    graph = graph_of(("shop", "shop.loader"), ("test", "shop.kept"))
    graph.add_module("shop.kept.old")
    by_name = {"shop.loader": "shop.kept"}
    assert reach.reached(graph, {"shop"}, by_name) == {"shop", "shop.loader", "shop.kept", "shop.kept.old"}
    assert reach.reached(graph, {"shop"}, {}) == {"shop", "shop.loader"}


def test_a_chain_of_modules_that_starts_at_nobody_is_not_reached() -> None:
    graph = graph_of(("shop", "shop.till"), ("shop.attic", "shop.attic.box"), ("shop.attic.box", "shop.till"))
    missing = frozenset(graph.modules - reach.reached(graph, {"shop"}, {}))
    assert missing == {"shop.attic", "shop.attic.box"}
    assert reach.orphans(missing) == {"shop.attic"}


def test_a_module_within_a_package_reaches_the_package() -> None:
    graph = graph_of(("shop", "shop.attic.box"), ("shop.attic", "shop.attic.lamp"))
    assert "shop.attic.lamp" in reach.reached(graph, {"shop"}, {})
