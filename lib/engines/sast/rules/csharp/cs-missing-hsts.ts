import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method } from './samples.ts';

export const csMissingHsts: Rule = {
  id: 'cs-missing-hsts',
  cwe: 'CWE-319',
  severity: 'low',
  confidence: 'low',
  title: 'Browsers are not told to use https only',
  message:
    'The redirect to https comes too late for the first request of a visit, which somebody on the way can answer instead.',
  help: 'Call UseHsts() beside UseHttpsRedirection(), except in development.',
  calls: [
    {
      call: ['*.UseHttpsRedirection'],
      when: (call) => !/UseHsts\(|Strict-Transport-Security/.test(around(call)),
    },
  ],
  positives: [method('        app.UseHttpsRedirection(); // HERE', 'IApplicationBuilder app')],
  negatives: [
    method('        app.UseHsts();\n        app.UseHttpsRedirection();', 'IApplicationBuilder app'),
    method('        app.UseStaticFiles();', 'IApplicationBuilder app'),
  ],
};
