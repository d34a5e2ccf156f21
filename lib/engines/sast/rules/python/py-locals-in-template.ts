import type { Rule } from '@scangate/engines/sast/rule';
import { django } from './samples.ts';

export const pyLocalsInTemplate: Rule = {
  id: 'py-locals-in-template',
  cwe: 'CWE-96',
  severity: 'low',
  title: 'Template sees every variable of the function',
  message:
    'With locals() or globals() as its context, a template can read secrets, settings and objects that were not meant to be shown.',
  help: 'Pass the values that the template shows by name.',
  calls: [
    {
      call: ['django.shortcuts.{render,render_to_response}', 'render', '*.{render,render_to_string}'],
      when: ({ args }) => args.some(({ path }) => path === 'locals()' || path === 'globals()'),
    },
  ],
  positives: [
    django('    name = request.GET["n"]\n    return render(request, "a.html", locals())  # HERE'),
    django('    env = globals()\n    return render(request, "a.html", env)  # HERE'),
  ],
  negatives: [
    django('    name = request.GET["n"]\n    return render(request, "a.html", {"name": name})'),
    'def f():\n    known = locals()\n    return known["a"]\n',
  ],
};
