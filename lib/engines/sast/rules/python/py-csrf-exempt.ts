import type { Rule } from '@scangate/engines/sast/rule';

export const pyCsrfExempt: Rule = {
  id: 'py-csrf-exempt',
  cwe: 'CWE-352',
  severity: 'low',
  title: 'Form without CSRF protection',
  message: 'Other sites can send this request on behalf of a signed-in user.',
  help: 'Leave the protection on, unless requests carry a separate token.',
  annotations: [{ name: ['csrf_exempt', '*.csrf_exempt', 'csrf.exempt'] }],
  calls: [{ call: ['csrf_exempt', '*.csrf_exempt'] }],
  positives: [
    'from django.views.decorators.csrf import csrf_exempt\n@csrf_exempt\ndef view(request):\n    return None\n',
    'from django.views.decorators.csrf import csrf_exempt\nurls = [path("a", csrf_exempt(view))]  # HERE\n',
  ],
  negatives: [
    'from django.views.decorators.csrf import csrf_protect\n@csrf_protect\ndef view(request):\n    return None\n',
  ],
};
