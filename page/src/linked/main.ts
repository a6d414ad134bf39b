import { mount } from "svelte";
import "../room.css";
import Linked from "./Linked.svelte";

const target = document.getElementById("page");
if (target) mount(Linked, { target });
