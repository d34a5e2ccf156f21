import type { Call, Rule } from '@scangate/engines/sast/rule';
import { isBuiltText, isFixedValue, type Value } from '@scangate/engines/sast/taint/value';
import { shellName } from '@scangate/engines/sast/lower/ruby/ruby-text';
import { fromParameter } from '../from-parameter.ts';
import { constantText } from './conditions.ts';
import { action, route } from './samples.ts';

const starting = [
  '{system,exec,spawn}',
  '{Kernel,Process}.{system,exec,spawn}',
  '{Open3,*.Open3}.{capture2,capture2e,capture3,popen2,popen2e,popen3}',
  'IO.popen',
];

const shells = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k)?sh$/;
const isShell = (program: Value | undefined, option: Value | undefined): boolean =>
  shells.test(constantText(program)) && /^-\w{0,5}c$/.test(constantText(option));

/** Tells whether a shell is started: `system("sh", "-c", …)` or `exec(["sh", "-c", …])`. */
const runsShell = ({ args: [first, second] }: Call): boolean =>
  isShell(first, second) || isShell(first?.fields?.at('0'), first?.fields?.at('1'));

export const rbCommandInjection: Rule = {
  id: 'rb-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Shell command built from untrusted input',
  message:
    'Untrusted input becomes part of a command that a shell runs, so that its sender can run any command.',
  help: 'Pass the program and its arguments separately: system("ls", dir), or quote with Shellwords.escape.',
  category: 'command',
  sinks: [
    {
      call: [
        `{system,exec,spawn,${shellName}}`,
        '{Kernel,Process}.{system,exec,spawn}',
        '{Open3,*.Open3}.{capture2,capture2e,capture3,popen2,popen2e,popen3,pipeline,pipeline_r}',
        '{IO,PTY}.{popen,spawn}',
        'Terrapin.CommandLine',
      ],
      unless: ({ fields }) => fields !== undefined && (fields.at('0')?.taints.length ?? 0) === 0,
    },
    { call: starting, args: 'all', when: runsShell },
    {
      call: ['{open,Kernel.open}', 'IO.{read,readlines,binread,foreach}'],
      unless: ({ prefix }) => prefix !== undefined && prefix !== '',
    },
  ],
  positives: [
    action('system("ping -c 1 #{params[:host]}") # HERE'),
    action('output = `ls #{params[:dir]}` # HERE'),
    action('out, status = Open3.capture2("convert " + params[:file]) # HERE'),
    route('%x(id #{params[:name]}) # HERE'),
    action('cmd = params[:cmd]\nIO.popen(cmd) { |io| io.read } # HERE'),
    action('open(params[:file]) # HERE'),
    action('system("sh", "-c", params[:command]) # HERE'),
    action('exec(["bash", "-c", "ls " + params[:dir]]) # HERE'),
    action('Process.spawn([params[:program], "a"]) # HERE'),
  ],
  negatives: [
    action('system("ping", "-c", "1", params[:host])'),
    action('system("ping -c 1 #{Shellwords.escape(params[:host])}")'),
    action('`ls #{params[:n].to_i}`'),
    action('Open3.capture2("convert", params[:file])\nIO.popen(["ls", params[:dir]])'),
  ],
};

export const rbCommandFromParameter = fromParameter(rbCommandInjection, {
  id: 'rb-command-from-parameter',
  title: 'Parameter put into a shell command',
  does: 'puts its argument into a command for a shell',
  sinks: [
    {
      call: [...starting, shellName],
      unless: ({ prefix, fields }) => fields !== undefined || prefix === undefined,
    },
    { call: starting, args: 'all', when: runsShell },
  ],
  positives: [
    'def ping(host)\n  system("ping #{host}") # HERE\nend\n',
    'def ping(host)\n  puts `ping #{host}` # HERE\nend\n',
    'def run(command)\n  exec("sh", "-c", command) # HERE\nend\n',
  ],
  negatives: ['def ping(host)\n  system("ping", host)\nend\n', 'def run(command)\n  system(command)\nend\n'],
});

/** Tells whether a part of a command has an unknown origin. */
const isOpen = (command: Value | undefined): boolean =>
  command !== undefined &&
  isBuiltText(command) &&
  !isFixedValue(command) &&
  !command.taints.some(({ origin }) => origin.label === 'user');

const items = (value: Value | undefined): Value[] =>
  value?.fields?.length === undefined ? [] : [...value.fields.values()];

export const rbDynamicCommand: Rule = {
  id: 'rb-dynamic-command',
  cwe: 'CWE-78',
  severity: 'low',
  confidence: 'low',
  title: 'Non-constant command',
  message: 'A shell command is built at run time: anyone who can change part of it can add commands.',
  help: 'Pass the program and its arguments separately, without a shell.',
  supersededBy: ['rb-command-injection', 'rb-command-from-parameter'],
  calls: [
    { call: [...starting, shellName], when: ({ args: [command] }) => isOpen(command) },
    {
      call: ['{open,Kernel.open}'],
      when: ({ args: [command] }) => command?.prefix?.startsWith('|') === true && isOpen(command),
    },
    {
      call: ['Open3.{pipeline,pipeline_r,pipeline_w,pipeline_rw,pipeline_start}'],
      when: ({ args }) => args.some((command) => isOpen(command) || items(command).some(isOpen)),
    },
  ],
  positives: [
    'system("ls #{folder}") # HERE\n',
    'open("|%s" % command) # HERE\n',
    'Open3.pipeline(["cat", "a"], ["lpr", "-P#{printer}"]) # HERE\n',
    'files = `ls #{folder}` # HERE\n',
  ],
  negatives: [
    'system("ls", folder)\nopen("a/#{name}")\n',
    'system("ls -l")\nfiles = `ls`\nFOLDER = "a"\nsystem("ls #{FOLDER}")\n',
    'Open3.pipeline(["cat", "a"], "sort")\n',
  ],
};
