/** A Flask view around a few lines, for cases. */
export const flask = (body: string, imports = ''): string =>
  `from flask import request\n${imports}${imports && '\n'}\n@app.route("/x", methods=["GET", "POST"])\ndef view():\n${body}\n`;

/** A Django view. */
export const django = (body: string, imports = ''): string =>
  `from django.shortcuts import render\n${imports}${imports && '\n'}\ndef view(request):\n${body}\n`;
