import type { Rule } from '@scangate/engines/sast/rule';
import { isNamed } from './conditions.ts';
import { handler, program } from './samples.ts';

export const rsCodeInjection: Rule = {
  id: 'rs-code-injection',
  cwe: 'CWE-94',
  severity: 'high',
  title: 'Script from untrusted input',
  message: 'Untrusted input is run as a script, so its sender can do everything that scripts can.',
  help: 'Keep scripts in the program, and pass untrusted input as values.',
  category: 'code',
  sinks: [
    {
      call: ['*.{eval,eval_expression,eval_with_scope,run,compile,load,exec}'],
      when: ({ receiver }) => isNamed(receiver, /rhai|mlua|\blua\b|engine|quickjs|boa/i),
    },
  ],
  positives: [
    handler('    let engine = rhai::Engine::new();\n    let sum: i64 = engine.eval(&p.script)?; // HERE'),
  ],
  negatives: [
    handler('    let engine = rhai::Engine::new();\n    let sum: i64 = engine.eval("1 + 2")?;'),
    program('    queue.load(1);'),
  ],
};

export const rsTemplateInjection: Rule = {
  id: 'rs-template-injection',
  cwe: 'CWE-1336',
  severity: 'high',
  title: 'Template from untrusted input',
  message:
    'Untrusted input is parsed as a template, whose expressions can access everything that the program passes to it.',
  help: 'Keep templates in the program, and pass untrusted input as values.',
  category: 'template',
  sinks: [
    {
      call: [
        '*.Tera.one_off',
        'Tera.one_off',
        '*.{render_str,render_template,add_raw_template,template_from_str,register_template_string}',
      ],
      args: [0, 1],
    },
  ],
  positives: [
    handler('    let page = Tera::one_off(&p.template, &context, true)?; // HERE', 'use tera::Tera;'),
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    Tera::one_off(q); // HERE\n}\n',
  ],
  negatives: [
    handler('    let page = Tera::one_off("{{ name }}", &context, true)?;', 'use tera::Tera;'),
    handler('    let page = tera.render("a.html", &context)?;'),
  ],
};
