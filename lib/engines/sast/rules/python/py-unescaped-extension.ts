import type { Call, Rule } from '@scangate/engines/sast/rule';
import { around, constantText } from './conditions.ts';
import { flask } from './samples.ts';

/** Flask escapes only in templates with these extensions. */
const escaped = /\.(?:html?|xml|xhtml|svg)$/i;
/** No pages have these extensions: they are mails, data or programs. */
const noPage = /\.(?:txt|text|md|rst|csv|json|ya?ml|js|css|ini|conf|sh|sql|tex|eml)(?:\.\w{1,10})?$/i;
const answers = /\breturn\s{1,9}(?:flask\.)?render_template\(/;

const showsValues = (call: Call): boolean => {
  const template = constantText(call.args[0]);
  return (
    template !== '' &&
    !escaped.test(template) &&
    !noPage.test(template) &&
    call.named.size > 0 &&
    answers.test(around(call))
  );
};

export const pyUnescapedExtension: Rule = {
  id: 'py-unescaped-extension',
  cwe: 'CWE-79',
  severity: 'medium',
  title: 'Page in a template that Flask does not escape',
  message:
    'Flask only escapes values in templates named .html, .htm, .xml, .xhtml and .svg: a value in this page can inject a script.',
  help: 'Give the template a name that ends in .html.',
  calls: [{ call: ['flask.render_template', 'render_template'], when: showsValues }],
  positives: [
    flask(
      '    return render_template("user.html.j2", name=request.args["name"])  # HERE',
      'from flask import render_template',
    ),
    flask(
      '    return render_template("user.jinja2", name=name)  # HERE',
      'from flask import render_template',
    ),
  ],
  negatives: [
    flask(
      '    return render_template("user.html", name=request.args["name"])',
      'from flask import render_template',
    ),
    flask('    return render_template("about.jinja2")', 'from flask import render_template'),
    flask(
      '    send(render_template("mail.j2", name=name))\n    return "ok"',
      'from flask import render_template',
    ),
    flask('    return render_template("robots.txt", host=host)', 'from flask import render_template'),
  ],
};
