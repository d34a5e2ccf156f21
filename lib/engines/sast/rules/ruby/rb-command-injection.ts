import type { Rule } from '@scangate/engines/sast/rule';
import { shellName } from '@scangate/engines/sast/lower/ruby/ruby-text';
import { fromParameter } from '../from-parameter.ts';
import { action, route } from './samples.ts';

export const rbCommandInjection: Rule = {
  id: 'rb-command-injection',
  cwe: 'CWE-78',
  severity: 'critical',
  title: 'Shell command built from untrusted input',
  message:
    'Untrusted input becomes part of a command that a shell runs, so that its sender can run any command.',
  help: 'Pass the program and its arguments apart: system("ls", dir), or quote with Shellwords.escape.',
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
      unless: ({ fields }) => fields !== undefined,
    },
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
      call: [
        '{system,exec,spawn}',
        '{Kernel,Process}.{system,exec,spawn}',
        '{Open3,*.Open3}.{capture2,capture2e,capture3,popen2,popen3}',
        'IO.popen',
      ],
      unless: ({ prefix, fields }) => fields !== undefined || prefix === undefined,
    },
  ],
  words: ['system', 'exec', 'spawn', 'Open3', 'popen'],
  positives: ['def ping(host)\n  system("ping #{host}") # HERE\nend\n'],
  negatives: ['def ping(host)\n  system("ping", host)\nend\n', 'def run(command)\n  system(command)\nend\n'],
});
