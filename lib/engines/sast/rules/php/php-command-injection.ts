import type { Rule } from '@scangate/engines/sast/rule';
import { isFixedValue, type Value } from '@scangate/engines/sast/taint/value';
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
    '<?php\nnamespace App\\Http\\Controllers;\n\nuse Illuminate\\Http\\Request;\nuse Symfony\\Component\\Process\\Process;\nclass UserController extends Controller\n{\n    public function show(Request $request, string $id)\n    {\n        $process = Process::Process("ls " . $request->dir); // HERE\n    }\n}\n',
    "<?php\n$q = $_GET['q'];\nssh2_exec('', $q); // HERE\n",
    '<?php\nProcess::run("ping -c 1 " . $_GET["host"]); // HERE\n',
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
  positives: [
    script('function ping($host) {\n  return shell_exec("ping " . $host); // HERE\n}'),
    '<?php\nfunction ping($host) {\n  return proc_open("ping " . $host); // HERE\n}\n',
  ],
  negatives: [script('function ping($host) {\n  return shell_exec("ping " . escapeshellarg($host));\n}')],
});

const isOpen = (command: Value | undefined): boolean =>
  command !== undefined &&
  !isFixedValue(command) &&
  command.fields === undefined &&
  !/(?:escapeshell\w{3}|implode|join)\(\)$/.test(command.path ?? '') &&
  !command.taints.some(({ origin }) => origin.label === 'user');

export const phpDynamicCommand: Rule = {
  id: 'php-dynamic-command',
  cwe: 'CWE-78',
  severity: 'low',
  confidence: 'low',
  title: 'Non-constant command',
  message: 'A shell command is built at run time: anyone who can change part of it can add commands.',
  help: 'Pass the program and its arguments as an array, or quote each with escapeshellarg.',
  supersededBy: ['php-command-injection', 'php-command-from-parameter'],
  calls: [
    {
      call: ['{exec,shell_exec,system,passthru,popen,pcntl_exec,proc_open}'],
      when: ({ args: [command] }) => isOpen(command),
    },
  ],
  positives: [
    script('exec($command, $out); // HERE'),
    script('$out = `ls {$folder}`; // HERE'),
    script('$p = proc_open($config["command"], $spec, $pipes); // HERE'),
  ],
  negatives: [
    script('exec("whoami");\n$p = proc_open(["ls", $folder], $spec, $pipes);'),
    script('const PROGRAM = "ls";\nexec(PROGRAM);\n$redis->exec($command);'),
  ],
};
