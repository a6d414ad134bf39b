"""Bytes that versions before recorded, when a percentage was a whole number and a preset no more than a label."""

HOUSE = (
    b'{"preset":"letter","limits":{"type":"no","least":200},"ante":0,"blinds":[100,200],"forced_bet":0,'
    b'"max_raises":null,"check_raise":true,"max_seats":null,"kill":null,"odd_unit":100,"showing":"in-turn",'
    b'"rake":[{"type":"percentage","percent":10,"most":400,"unit":100,"antes_included":false}],"rake_most":null,'
    b'"time_charge":null,"bad_beat":null,"enforce_seats":true,"short_stack_dealt_in":false,'
    b'"posts_may_differ":false,"partly_shown_hands":false,"antes_to_main_pot":false,"allow_coin_antes":true,'
    b'"two_seven_wheel_is_straight":false,"stud_low_opener_ace":"low","opener_may_bet_full":true,'
    b'"completion_counts_as_raise":true,"five_stud_opener_may_check":false,"repost_blinds_each_round":false,'
    b'"heads_up_button_small_blind":false,"common_card_counts_for_order":false,'
    b'"exposed_river_counts_for_order":true,"warn_on_free_fold":true,"stud_burn_counts":true,'
    b'"lone_card_joins_burns":true,"draw_reshuffle":"remaining-first","own_discards_excluded":"all-draws",'
    b'"burn_each_draw":true,"super_reshuffle":"mid-street","super_own_discards_excluded":false,'
    b'"forced_bettor_discard":"on-close","heads_up_unlimited":false,"odd_unit_policy":"spread",'
    b'"suit_card_scope":"hand","low_odd_card":"lowest","pots_of_same_winners":"apart",'
    b'"odd_unit_button_games":"as-written","min_raise":"last-increment","short_all_in_reopens":"never",'
    b'"short_all_in_counts_as_raise":true,"half_kill_rounding":"refuse","kill_acts":"in-turn",'
    b'"exposed_limit_misdeal":null,"exposed_card_use":"burn","show_first_if_checked":"last-aggressor-any-round",'
    b'"conceded_hands_disclosed":false}'
)
"""Ten percent, and every setting as `letter` has it."""
LABELLED = HOUSE.replace(b'"preset":"letter"', b'"preset":"customary"')
"""The same under a label that settled nothing."""

RULES = (
    b'{"preset":"letter","first_button":"dealers-right","button_rule":"moving","missed_blinds":"none",'
    b'"button_draw_tie":"suit","kill_at":null,"kill_amount_basis":"net","kill_on_uncontested":true,'
    b'"kill_if_absent":"stay-on-limits","leave_max_minutes":null,"short_return":"floor","buy_in_least":1,'
    b'"buy_in_most":null}'
)


def rotation(house: bytes) -> bytes:
    return (
        b'[{"game":"hold-em","house":'
        + house
        + b',"rules":'
        + RULES
        + b',"edition":"13:69F-current","rounds":0,"bad_beat":""}]'
    )


BY = b'"by":{"name":"Ada Park","position":"poker shift supervisor"},"at":"2026-03-01T12:00:00Z"'
OF_14_17 = b'"rule":{"edition":"13:69F-current","paragraph":"14.17","reading":null}'
OF_14_14 = b'"rule":{"edition":"13:69F-current","paragraph":"14.14(a)","reading":null}'
SIGNED = b'"at":"2026-03-01T12:00:00Z","by":{"name":"Ada Park","role":"poker shift supervisor"}'


def at_table(house: bytes) -> dict[str, bytes]:
    """Every kind of event of a table that holds house rules, by its tag."""
    posted = rotation(house)
    return {
        "GamingOpened": (
            b'{"type":"GamingOpened","rule":{"edition":"13:69F-current","paragraph":"14.6(a)","reading":null},'
            + BY
            + b',"table":"4","area":"poker room","rotation":'
            + posted
            + b',"settings":"table 4/1"}'
        ),
        "ChangePosted": (
            b'{"type":"ChangePosted",'
            + OF_14_17
            + b","
            + BY
            + b',"rotation":'
            + posted
            + b',"notice":"30 minutes","settings":"table 4/2"}'
        ),
        "PostingChanged": b'{"type":"PostingChanged",' + OF_14_17 + b"," + BY + b',"rotation":' + posted + b"}",
        "RoundOpened": (
            b'{"type":"RoundOpened","rule":{"edition":"13:69F-current","paragraph":"14.8(a)2","reading":null},'
            b'"game":"hold-em","edition":"13:69F-current","house":'
            + house
            + b',"stacks":[10000,10000],"button":0,"kill":null}'
        ),
    }


RAKE_PROPOSED = (
    b'{"type":"SettingsProposed",'
    + OF_14_14
    + b',"subject":"rake","version":1,"settings":{"type":"rake","methods":[{"type":"percentage","percent":10,'
    b'"most":400,"unit":100,"antes_included":false}],"time_charges":[],"most":400},"document":"ROG-7",'
    b'"filed_on":"2026-02-01","effective":"2026-03-01T12:00:00Z",' + SIGNED + b"}"
)
RAKE_CHANGED = (
    b'{"type":"SettingsApproved",'
    + OF_14_14
    + b',"subject":"rake","version":2,"replaces":1,"changes":[{"field":"methods.1.percent","before":5,"after":10}],'
    + SIGNED
    + b"}"
)


def table_proposed(house: bytes) -> bytes:
    return (
        b'{"type":"SettingsProposed",'
        + OF_14_14
        + b',"subject":"table 4","version":1,"settings":{"type":"table","rotation":'
        + rotation(house)
        + b'},"document":"ROG-7","filed_on":"2026-02-01","effective":"2026-03-01T12:00:00Z",'
        + SIGNED
        + b"}"
    )
