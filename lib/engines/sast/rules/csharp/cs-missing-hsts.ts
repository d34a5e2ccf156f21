import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method } from './samples.ts';

export const csMissingHsts: Rule = {
  id: 'cs-missing-hsts',
  cwe: 'CWE-319',
  severity: 'low',
  confidence: 'low',
  title: 'HSTS is missing',
  message:
    'The redirect to https comes too late for the first request of a visit, which an attacker on the network path can answer instead.',
  help: 'Call UseHsts() in addition to UseHttpsRedirection(), except in development.',
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
