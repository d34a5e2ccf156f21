import type { Rule } from '@scangate/engines/sast/rule';

export const goPprofExposed: Rule = {
  id: 'go-pprof-exposed',
  cwe: 'CWE-489',
  severity: 'low',
  title: 'Profiling pages are public',
  message: 'The import adds pages to the default server that show memory and command line to every visitor.',
  help: 'Serve them on a separate address that is only reachable locally.',
  imports: ['net/http/pprof'],
  positives: ['package main\n\nimport _ "net/http/pprof" // HERE\n'],
  negatives: ['package main\n\nimport "runtime/pprof"\n'],
};
