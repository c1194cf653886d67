"""`footpipe fix`: the whole job without a graph."""

import json


def test_fix_writes_beside_the_clip_and_prints_how_much_less_it_slides(say, folder):
    said = say("fix", "walk.bvh")
    assert said.code == 0
    assert (folder / "walk.footlock.bvh").is_file()
    title, columns, *figures = said.out.splitlines()
    assert title.startswith("Sliding of the toes in contact")
    assert columns.split() == ["before", "after"]
    (mean,) = (line.split()[-2:] for line in figures if line.startswith("slide, mean cm/s"))
    assert float(mean[1]) < 0.1 * float(mean[0])
    assert said.err.splitlines()[-1] == "wrote walk.footlock.bvh"


def test_fix_prints_the_rig_that_was_found(say, folder):
    (rig,) = [line for line in say("fix", "walk.bvh").err.splitlines() if line.startswith("rig ")]
    assert "left: LeftUpLeg > LeftLeg > LeftFoot > LeftToeBase > End; right: RightUpLeg" in rig


def test_fix_writes_where_it_is_told(say, folder):
    assert say("fix", "walk.bvh", "clean.bvh", "-q") == (0, say("fix", "walk.bvh", "-q").out, "")
    assert (folder / "clean.bvh").read_bytes() == (folder / "walk.footlock.bvh").read_bytes()


def test_json_is_the_one_object_on_stdout(say, folder):
    result = json.loads(say("fix", "walk.bvh", "--json").out)
    assert list(result) == ["nodes", "files", "reports"]
    assert [node["uses"] for node in result["nodes"]] == [
        "load.bvh",
        "detect.adaptive",
        "lock.offline",
        "write.bvh",
        "measure.sliding",
    ]
    assert result["files"] == ["walk.footlock.bvh"]
    assert list(result["reports"]["sliding"]["clips"]) == ["before", "after"]


def test_writing_over_the_input_is_refused(say, folder):
    old = (folder / "walk.bvh").read_bytes()
    assert say("fix", "walk.bvh", folder / "walk.bvh") == (
        2,
        "",
        (
            f"error: '{folder}/walk.bvh' is read by node 'before': it would be overwritten (node 'out')\n"
            "  help: write to another file\n"
        ),
    )
    assert (folder / "walk.bvh").read_bytes() == old


def test_an_unknown_suffix_is_a_wrong_command(say, folder):
    assert say("fix", "walk.xyz") == (
        2,
        "",
        "error: no stage reads files ending in '.xyz'\n  help: suffixes that can be read: .bvh, .usd, .usda, .usdc, .usdz\n",
    )
    assert say("fix", "walk.bvh", "out.xyz").code == 2


def test_a_missing_file_is_a_failure(say, folder):
    said = say("fix", "none.bvh", "--json")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("none.bvh: error: ")
    assert said.err.splitlines()[0].endswith("(node 'before')")


def test_an_unreadable_clip_is_a_failure_and_the_old_output_stays(say, folder):
    (folder / "walk.footlock.bvh").write_text("old")
    (folder / "walk.bvh").write_text("HIERARCHY\nROOT Hips\n{\n")
    assert say("fix", "walk.bvh").code == 1
    assert (folder / "walk.footlock.bvh").read_text() == "old"


def test_a_folder_that_is_not_there_is_a_failure(say, folder):
    said = say("fix", "walk.bvh", "none/out.bvh", "-q")
    assert said == (
        1,
        "",
        "none/out.bvh: error: the output folder does not exist (node 'out')\n  help: make the folder none\n",
    )


def test_fix_of_one_frame_leaves_it_as_it_is(say, folder):
    import footpipe
    from footpipe.testing import walking_clip

    footpipe.save(walking_clip(1), "one.bvh")
    assert say("fix", "one.bvh").code == 0
    assert (folder / "one.footlock.bvh").read_bytes() == (folder / "one.bvh").read_bytes()
