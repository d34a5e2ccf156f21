/** Wraps the lines of a sample in a Flask view. */
export const flask = (body: string, imports = ''): string =>
  `from flask import request\n${imports}${imports && '\n'}\n@app.route("/x", methods=["GET", "POST"])\ndef view():\n${body}\n`;

/** Wraps the lines of a sample in a Django view. */
export const django = (body: string, imports = ''): string =>
  `from django.shortcuts import render\n${imports}${imports && '\n'}\ndef view(request):\n${body}\n`;
