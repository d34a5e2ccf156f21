import type { Rule } from '@scangate/engines/sast/rule';
import { isNamed } from './conditions.ts';
import { action } from './samples.ts';

export const csLogInjection: Rule = {
  id: 'cs-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in the log',
  message: 'Untrusted input becomes part of the message: with line breaks in it, it can forge entries.',
  help: 'Log a fixed template with the input as its argument, in a format that escapes line breaks (JSON).',
  category: 'log',
  sinks: [
    { call: ['*.{LogTrace,LogDebug,LogInformation,LogWarning,LogError,LogCritical}'] },
    {
      call: ['*.{Debug,Info,Warn,Error,Fatal,Information,Warning}'],
      when: ({ receiver }) => isNamed(receiver, /\b_?log(?:ger)?\b/i),
    },
  ],
  positives: [
    action('        _logger.LogInformation($"login of {q}"); // HERE'),
    action('        Log.Information("login of " + q); // HERE'),
  ],
  negatives: [
    action('        _logger.LogInformation("login of {Name}", q);'),
    action('        _logger.LogInformation("login of " + q.ReplaceLineEndings("_"));'),
    action('        _logger.LogInformation($"order {id}");', 'int id'),
  ],
};
