import type { Rule } from '@scangate/engines/sast/rule';
import { django } from './samples.ts';

export const pyLocalsInTemplate: Rule = {
  id: 'py-locals-in-template',
  cwe: 'CWE-96',
  severity: 'low',
  title: 'Template sees every variable of the function',
  message:
    'With locals() or globals() as its context, a template reads secrets, settings and objects that nobody meant to show.',
  help: 'Pass the values by name that the template shows.',
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
