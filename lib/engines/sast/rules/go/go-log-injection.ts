import type { Rule } from '@scangate/engines/sast/rule';
import { isOfNumbers } from './conditions.ts';
import { handler } from './samples.ts';

export const goLogInjection: Rule = {
  id: 'go-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in the log',
  message: 'Untrusted input is logged as it is: with line breaks in it, it can forge entries.',
  help: 'Log it quoted (`%q`), or in a format that escapes line breaks (log/slog).',
  category: 'log',
  sinks: [
    {
      call: ['log.{Print,Printf,Println,Fatal,Fatalf,Panic,Panicf}', 'log.Logger.{Print,Printf,Println}'],
      args: 'all',
      // `%q` escapes line breaks, and numbers have none.
      when: ({ args: [format] }) =>
        format === undefined || !(isOfNumbers(format) || /%q/.test(String(format.constant))),
    },
  ],
  positives: [handler('log', '\tlog.Printf("login of %s", r.FormValue("user")) // HERE')],
  negatives: [
    handler('log', '\tlog.Printf("page %d of %x", r.FormValue("page"), r.FormValue("id"))'),
    handler(
      'encoding/json log',
      '\tdata, _ := json.Marshal(r.Form)\n\tlog.Printf("form %s", data)\n\tlog.Println(string(data))',
    ),
    handler('log', '\tlog.Printf("login of %q", r.FormValue("user"))'),
    handler('log/slog', '\tslog.Info("login", "user", r.FormValue("user"))'),
  ],
};
