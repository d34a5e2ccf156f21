import type { Rule } from '@scangate/engines/sast/rule';
import { alwaysTrue, textAt } from './conditions.ts';
import { action, method } from './samples.ts';

export const csCorsAnyOrigin: Rule = {
  id: 'cs-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'low',
  title: 'Every site can read the responses',
  message: 'With any origin, scripts of every site can read the responses of this service.',
  help: 'List the origins that need access (WithOrigins).',
  category: 'other',
  sinks: [
    {
      call: ['*.{Append,Add}'],
      args: [1],
      when: (call) => /^access-control-allow-origin$/i.test(textAt(call, 0)),
    },
    { write: ['*.Headers.AccessControlAllowOrigin', '*.Headers.Access-Control-Allow-Origin'] },
  ],
  calls: [
    { call: ['*.AllowAnyOrigin'] },
    { call: ['*.WithOrigins'], when: (call) => textAt(call, 0) === '*' },
    { call: ['*.SetIsOriginAllowed'], when: ({ args: [test] }) => test !== undefined && alwaysTrue(test) },
    {
      call: ['*.{Append,Add,AddHeader,AppendHeader}'],
      when: (call) => /^access-control-allow-origin$/i.test(textAt(call, 0)) && textAt(call, 1) === '*',
    },
  ],
  positives: [
    method(
      '        options.AddDefaultPolicy(policy => policy.AllowAnyOrigin()); // HERE',
      'CorsOptions options',
    ),
    method('        builder.WithOrigins("*"); // HERE', 'CorsPolicyBuilder builder'),
    method(
      '        builder.SetIsOriginAllowed(_ => true).AllowCredentials(); // HERE',
      'CorsPolicyBuilder builder',
    ),
    action(
      '        Response.Headers.Append("Access-Control-Allow-Origin", Request.Headers["Origin"]); // HERE',
    ),
  ],
  negatives: [
    method('        builder.WithOrigins("https://example.com");', 'CorsPolicyBuilder builder'),
    method(
      '        builder.SetIsOriginAllowed(origin => allowed.Contains(origin));',
      'CorsPolicyBuilder builder',
    ),
    action('        Response.Headers.Append("Access-Control-Allow-Origin", "https://example.com");'),
  ],
};
