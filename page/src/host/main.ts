import { mount } from "svelte";
import "../room.css";
import Host from "./Host.svelte";

const target = document.getElementById("page");
if (target) mount(Host, { target });
