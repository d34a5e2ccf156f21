import type { Rule } from '../../rule.ts';

export const goCommandInjection: Rule = {
  id: 'go-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from outside text',
  message: 'Text from outside decides which program runs or becomes part of a shell command.',
  help: 'Run a fixed program and check its arguments against a list of allowed ones; do not go through a shell.',
  category: 'command',
  sinks: [
    { call: ['os/exec.Command'], args: [0] },
    { call: ['os/exec.CommandContext'], args: [1] },
    {
      call: ['os/exec.Command'],
      args: 'all',
      when: ({ args }) =>
        /(?:^|\/)(?:ba|z|da|k)?sh$|^cmd(?:\.exe)?$|^powershell/.test(String(args[0]?.constant ?? '')),
    },
  ],
  positives: [
    'package main\nimport ("net/http"; "os/exec")\nfunc h(w http.ResponseWriter, r *http.Request) {\n  host := r.URL.Query().Get("host")\n  exec.Command("sh", "-c", "ping "+host).Run() // HERE\n}\n',
  ],
  negatives: [
    'package main\nimport ("net/http"; "os/exec")\nfunc h(w http.ResponseWriter, r *http.Request) {\n  exec.Command("sh", "-c", "ls").Run()\n  exec.Command("ping", r.FormValue("host")).Run()\n}\n',
  ],
};
