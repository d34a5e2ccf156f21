import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { action, script } from './samples.ts';

export const phpCommandInjection: Rule = {
  id: 'php-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Shell command built from untrusted input',
  message:
    'Untrusted input becomes part of a command that a shell runs, so that its sender can run any command.',
  help: 'Pass the arguments as an array (new Process([…]), proc_open with an array), or quote each with escapeshellarg.',
  category: 'command',
  sinks: [
    { call: ['{exec,shell_exec,system,passthru,popen,pcntl_exec,expect_popen}'] },
    { call: ['proc_open'], unless: ({ fields }) => fields !== undefined },
    { call: ['{Process,*.Process}.fromShellCommandline'] },
    {
      call: ['{Process,*.Process}', '{Process,*.Process}.{run,start,command}'],
      unless: ({ fields }) => fields !== undefined,
    },
    { call: ['{mail,mb_send_mail}'], args: [4] },
    { call: ['*.{exec}'], when: ({ names }) => names.some((name) => /ssh/i.test(name)) },
    { call: ['ssh2_exec'], args: [1] },
  ],
  positives: [
    script('system("ping -c 1 " . $_GET["host"]); // HERE'),
    script('$out = `ls {$_GET["dir"]}`; // HERE'),
    script('$cmd = "convert " . $_POST["file"];\n$out = shell_exec($cmd); // HERE'),
    action('        exec("id " . $request->input("user"), $out); // HERE'),
    action(
      '        $process = Process::fromShellCommandline("ls " . $request->dir); // HERE',
      'use Symfony\\Component\\Process\\Process;',
    ),
    action(
      '        $host = $this->clean($request->host);\n        return shell_exec("ping $host"); // HERE',
    ).replace(
      'class UserController extends Controller\n{',
      'class UserController extends Controller\n{\n    private function clean($host) { return trim($host); }',
    ),
  ],
  negatives: [
    script('system("ping -c 1 " . escapeshellarg($_GET["host"]));'),
    script('exec("ping -c " . (int) $_GET["n"]);'),
    action(
      '        $process = new Process(["ls", $request->dir]);',
      'use Symfony\\Component\\Process\\Process;',
    ),
    script('$pdo->exec("DELETE FROM t");\nsystem("ls");'),
  ],
};

export const phpCommandFromParameter = fromParameter(phpCommandInjection, {
  id: 'php-command-from-parameter',
  title: 'Parameter put into a shell command',
  does: 'puts its argument into a command for a shell',
  words: ['exec', 'shell_exec', 'system', 'passthru', 'popen', 'proc_open', 'fromShellCommandline'],
  positives: [script('function ping($host) {\n  return shell_exec("ping " . $host); // HERE\n}')],
  negatives: [script('function ping($host) {\n  return shell_exec("ping " . escapeshellarg($host));\n}')],
});
