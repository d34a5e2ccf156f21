import type { Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

export const pyTemplateInjection: Rule = {
  id: 'py-template-injection',
  cwe: 'CWE-1336',
  severity: 'critical',
  title: 'Untrusted input as a template',
  message: 'Untrusted input becomes part of a template: anything in `{{ }}` is run on the server.',
  help: 'Keep templates constant and pass the text as a variable.',
  category: 'template',
  sinks: [
    {
      call: [
        '*.{render_template_string,from_string,stream_template_string}',
        'render_template_string',
        '{jinja2,django.template,mako.template,tornado.template,mako}.Template',
        'jinja2.sandbox.Template',
        'Template',
      ],
      named: ['source', 'template_string', 'text'],
      // Other classes have a `fromstring` method.
      when: ({ names }) =>
        !names.includes('string.Template') &&
        (!names[0]?.endsWith('.from_string') ||
          names.some((name) => /env|jinja|engine|template/i.test(name))),
    },
  ],
  positives: [
    flask(
      '    return render_template_string("<p>" + request.args["n"] + "</p>")  # HERE',
      'from flask import render_template_string',
    ),
    flask(
      '    page = """<h1>%s</h1>""" % request.url_rule\n    t = Template("Hi " + request.form["n"])  # HERE\n    return t.render()',
      'from jinja2 import Template',
    ),
    flask(
      '    env = Environment()\n    return env.from_string(request.json["t"]).render()  # HERE',
      'from jinja2 import Environment',
    ),
  ],
  negatives: [
    flask(
      '    return render_template_string("<p>{{ n }}</p>", n=request.args["n"])',
      'from flask import render_template_string',
    ),
    flask('    return Template("Hi $n").substitute(n=request.args["n"])', 'from string import Template'),
    flask('    return Template(request.args["t"]).substitute(n=1)', 'from string import Template'),
  ],
};
