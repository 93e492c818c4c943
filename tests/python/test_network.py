"""carrack.Network: the default network, single positions, names and hashes."""

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carrack

ANY: Any = carrack


def test_the_default_network_is_the_default() -> None:
    assert carrack.Network().spec == carrack.Network("default").spec
    assert carrack.Network().spec == f"default@{carrack.Network().hash}"


def test_one_state_is_a_list_of_one(middle: carrack.State) -> None:
    network = carrack.Network()
    for evaluate in (network.evaluate, network.values):
        for one, listed in zip(evaluate(middle), evaluate([middle]), strict=True):
            assert np.array_equal(one, listed) and len(one) == 1
    with pytest.raises(carrack.InputError, match="position 0: nobody is to decide there"):
        network.evaluate(middle.ruleset.new_state())


def test_what_is_no_position_is_named(middle: carrack.State) -> None:
    network: Any = carrack.Network()
    expected = "expected a State, a list of States or a BatchGame"
    with pytest.raises(TypeError, match=f"positions is 5, {expected}"):
        network.evaluate(5)
    with pytest.raises(TypeError, match=f"positions has an item that is 5, {expected}"):
        network.values([middle, 5])
    with pytest.raises(TypeError, match="file is 5, expected a path as text, or 'default'"):
        ANY.Network(5)


def test_networks_are_pickled_by_their_spec(tmp_path: Path) -> None:
    file = tmp_path / "a.net"
    root = Path(__file__).parents[2]
    file.write_bytes((root / "agents/learned/default.net").read_bytes())
    for network in (carrack.Network(), carrack.Network(file)):
        again = pickle.loads(pickle.dumps(network))
        assert again.spec == network.spec and copy.deepcopy(network).spec == network.spec
    file.unlink()
    with pytest.raises(carrack.InputError, match="a.net"):
        pickle.loads(pickle.dumps(network))


def test_networks_with_the_same_numbers_are_equal(tmp_path: Path) -> None:
    file = tmp_path / "a.net"
    root = Path(__file__).parents[2]
    file.write_bytes((root / "agents/learned/default.net").read_bytes())
    one, other = carrack.Network(), carrack.Network(file)
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != "default"
    with pytest.raises(FileNotFoundError, match=r"none\.net@0123456789abcdef: No such file"):
        carrack.Network(f"{tmp_path}/none.net@0123456789abcdef")


def test_a_hash_may_be_in_capitals_and_is_checked() -> None:
    network = carrack.Network()
    assert carrack.Network(f"default@{network.hash.upper()}").spec == network.spec
    with pytest.raises(carrack.InputError, match="has the hash"):
        carrack.Network("default@0123456789ABCDEF")
    with pytest.raises(carrack.InputError, match="the hash ABC is malformed, expected 16 hex"):
        carrack.Network("default@ABC")


def test_a_ledger_is_no_network(tmp_path: Path) -> None:
    ledger = tmp_path / "t.db"
    carrack.tournament(carrack.Ruleset(players=2), ["random"], 1, ledger=ledger)
    with pytest.raises(carrack.InputError, match=r"t.db': a ledger, not a network"):
        carrack.Network(ledger)
    with pytest.raises(carrack.InputError, match="a ledger, not a network"):
        carrack.agent(f"policy:net={ledger}")
