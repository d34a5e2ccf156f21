import type { Rule } from '@scangate/engines/sast/rule';

export const goPprofExposed: Rule = {
  id: 'go-pprof-exposed',
  cwe: 'CWE-489',
  severity: 'low',
  title: 'Profiling pages for everybody',
  message: 'The import adds pages to the default server that show memory and command line to whoever asks.',
  help: 'Serve them on an address of their own that only this machine reaches.',
  imports: ['net/http/pprof'],
  positives: ['package main\n\nimport _ "net/http/pprof" // HERE\n'],
  negatives: ['package main\n\nimport "runtime/pprof"\n'],
};
