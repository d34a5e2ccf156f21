import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpCsrfDisabled: Rule = {
  id: 'php-csrf-disabled',
  cwe: 'CWE-352',
  severity: 'medium',
  title: 'CSRF protection is off',
  message: "Another site can make users' browsers send requests that change data here.",
  help: 'Leave the protection on, and exempt only endpoints that verify a signature.',
  calls: [
    {
      call: ['*.withoutMiddleware'],
      when: ({ written }) =>
        written.some(({ at }) => /VerifyCsrfToken|ValidateCsrfToken/.test(at.text.slice(0, 300))),
    },
    {
      call: ['*.validateCsrfTokens'],
      when: ({ named }) => named.get('except')?.fields?.any().constant === '*',
    },
  ],
  entries: [{ key: ['csrf_protection'], when: ({ constant }) => constant === false }],
  writes: [
    {
      write: ['*.except'],
      when: ({ fields }, within) => within === undefined && fields?.any().constant === '*',
    },
    { write: ['*.enableCsrfValidation'], when: ({ constant }) => constant === false },
  ],
  positives: [
    script('Route::post("/pay", "PayController@pay")->withoutMiddleware([VerifyCsrfToken::class]); // HERE'),
    '<?php\nclass VerifyCsrfToken extends Middleware\n{\n    protected $except = ["*"]; // HERE\n}\n',
    script('$resolver->setDefaults([\n  "csrf_protection" => false, // HERE\n]);'),
  ],
  negatives: [
    '<?php\nclass VerifyCsrfToken extends Middleware\n{\n    protected $except = ["stripe/webhook"];\n}\n',
    script('$resolver->setDefaults(["csrf_protection" => true]);'),
  ],
};
