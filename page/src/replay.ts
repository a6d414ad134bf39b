import { mount } from "svelte";
import Shared from "./history/Shared.svelte";
import "./room.css";

const target = document.getElementById("page");
if (target) mount(Shared, { target, props: { address: location.pathname } });
