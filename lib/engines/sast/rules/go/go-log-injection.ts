import type { Rule } from '@scangate/engines/sast/rule';
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
      when: ({ args: [format] }) => !/%q/.test(String(format?.constant ?? '')),
    },
  ],
  positives: [handler('log', '\tlog.Printf("login of %s", r.FormValue("user")) // HERE')],
  negatives: [
    handler('log', '\tlog.Printf("login of %q", r.FormValue("user"))'),
    handler('log/slog', '\tslog.Info("login", "user", r.FormValue("user"))'),
  ],
};
