import type { Call, Rule } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';

const escaped = /\.(?:html?|xml|xhtml|svg|jinja2?\.html|html\.(?:jinja2?|j2))$/i;

/** In a template with another extension, Flask does not escape values. */
const isPlain = ({ args: [name], named }: Call): boolean =>
  constantText(name) !== '' && !escaped.test(constantText(name)) && named.size > 0;

export const pyUnescapedTemplate: Rule = {
  id: 'py-unescaped-template',
  cwe: 'CWE-79',
  severity: 'low',
  confidence: 'low',
  title: 'Template without escaping',
  message:
    'Flask only escapes values in templates with certain extensions (.html, .htm, .xml, .xhtml, .svg).',
  help: 'Name the template .html, or turn autoescaping on for it.',
  calls: [{ call: ['flask.render_template'], when: isPlain }],
  positives: [
    'from flask import render_template\n@app.route("/")\ndef page():\n    return render_template("page.jinja2", name=name())  # HERE\n',
    'import flask\nflask.render_template("mail.txt", name=name())  # HERE\n',
  ],
  negatives: [
    'from flask import render_template\nrender_template("page.html", name=name())\n',
    'from flask import render_template\nrender_template("robots.txt")\n',
  ],
};
