import type { Call, Rule } from '@scangate/engines/sast/rule';
import { deepTaints, type Value } from '@scangate/engines/sast/taint/value';
import { mayBeShell } from './conditions.ts';
import { fromParameter } from '../from-parameter.ts';
import { method, servlet } from './samples.ts';

/** A separate argument to a program that is not a shell stays one argument. */
const isOnlyWord = (command: Value | undefined): boolean => {
  const program = command?.fields?.length === undefined ? undefined : command.fields.get('0');
  return program !== undefined && !mayBeShell(program) && deepTaints(program).length === 0;
};

const isText = ({ args: [first] }: Call): boolean => !isOnlyWord(first);

export const javaCommandInjection: Rule = {
  id: 'java-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Command built from untrusted input',
  message:
    'Untrusted input decides which program runs or with which environment, or is interpreted by a shell.',
  help: 'Run a fixed program without a shell, and pass untrusted input as a single argument of a ProcessBuilder after checking it against an allow list.',
  category: 'command',
  sinks: [
    { call: ['Runtime.exec', '*.getRuntime().exec'], args: [0], when: isText },
    { call: ['Runtime.exec', '*.getRuntime().exec'], args: [1, 2] },
    {
      call: ['ProcessBuilder', 'ProcessBuilder.command', 'ProcessBuilder().command'],
      args: 'all',
      when: ({ args }) => args.length <= 1 || mayBeShell(args[0]),
      unless: isOnlyWord,
    },
    { call: ['CommandLine.parse', 'CommandLine', '*.executeCommand', 'DefaultExecutor.execute'] },
  ],
  positives: [
    servlet('    Runtime.getRuntime().exec("ping " + request.getParameter("host")); // HERE'),
    servlet(`    List<String> args = new ArrayList<>();
    args.add("sh");
    args.add("-c");
    args.add("ping " + request.getParameter("host"));
    ProcessBuilder builder = new ProcessBuilder();
    builder.command(args); // HERE`),
    method(
      '    new ProcessBuilder("bash", "-c", "convert " + name).start(); // HERE',
      '@RequestParam String name',
    ),
    servlet('    Runtime.getRuntime().exec(new String[] {request.getHeader("tool"), "-v"}); // HERE'),
  ],
  negatives: [
    servlet('    new ProcessBuilder("ping", "-c", "1", request.getParameter("host")).start();'),
    servlet('    Runtime.getRuntime().exec(new String[] {"/usr/bin/id", request.getParameter("user")});'),
    method('    Runtime.getRuntime().exec("ls " + directory);', 'String directory'),
  ],
};

export const javaCommandFromParameter = fromParameter(javaCommandInjection, {
  id: 'java-command-from-parameter',
  title: 'Command built from a parameter',
  does: 'builds a command from its argument',
  positives: [
    method('    Runtime.getRuntime().exec("ls " + directory); // HERE', 'String directory'),
    method('    new ProcessBuilder("bash", "-c", command).start(); // HERE', 'String command'),
  ],
  negatives: [
    method('    new ProcessBuilder("ls", directory).start();', 'String directory'),
    method('    Runtime.getRuntime().exec("ls");', 'String directory'),
    servlet('    Runtime.getRuntime().exec("ls " + request.getParameter("directory"));'),
  ],
});
