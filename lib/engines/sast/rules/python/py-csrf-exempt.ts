import type { Rule } from '@scangate/engines/sast/rule';

export const pyCsrfExempt: Rule = {
  id: 'py-csrf-exempt',
  cwe: 'CWE-352',
  severity: 'low',
  title: 'Form without CSRF protection',
  message: 'Other sites can send this request on behalf of a signed-in user.',
  help: 'Leave the protection on, unless requests carry a separate token.',
  annotations: [
    { name: ['csrf_exempt', '*.csrf_exempt', 'csrf.exempt'] },
    {
      name: ['view_config', '*.view_config'],
      when: ({ args }) =>
        args.some(
          ({ name, value }) =>
            (name === 'require_csrf' || name === 'check_origin') &&
            value.kind === 'literal' &&
            value.value === false,
        ),
    },
  ],
  calls: [{ call: ['csrf_exempt', '*.csrf_exempt'] }],
  entries: [
    {
      key: ['require_csrf', 'check_origin'],
      when: ({ constant }, { callee }) =>
        constant === false &&
        callee.some((name) => /view_config|add_view|set_default_csrf_options/.test(name)),
    },
  ],
  positives: [
    'def includeme(config):\n    config.set_default_csrf_options(require_csrf=False)  # HERE\n',
    'from django.views.decorators.csrf import csrf_exempt\n@csrf_exempt\ndef view(request):\n    return None\n',
    'from django.views.decorators.csrf import csrf_exempt\nurls = [path("a", csrf_exempt(view))]  # HERE\n',
  ],
  negatives: [
    'from django.views.decorators.csrf import csrf_protect\n@csrf_protect\ndef view(request):\n    return None\n',
  ],
};
