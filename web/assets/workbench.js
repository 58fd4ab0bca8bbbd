// The form that starts a check posts to the run that was chosen.
"use strict";
const checkForm = document.getElementById("checkform");
if (checkForm) checkForm.addEventListener("submit", () => { checkForm.action = "/runs/" + document.getElementById("checkrun").value + "/check"; });
