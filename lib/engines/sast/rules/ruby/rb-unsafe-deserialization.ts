import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbUnsafeDeserialization: Rule = {
  id: 'rb-unsafe-deserialization',
  cwe: 'CWE-502',
  severity: 'critical',
  title: 'Objects created from untrusted data',
  message: 'Untrusted data decides which objects are created, so its sender can run code.',
  help: 'Use JSON.parse or YAML.safe_load.',
  category: 'deserialization',
  sinks: [
    { call: ['Marshal.{load,restore}', 'Oj.{object_load}', 'Rails.cache.deserialize', 'CSV.load'] },
    {
      call: ['{YAML,Psych}.{load,unsafe_load,load_stream,unsafe_load_stream}'],
      when: ({ named }) => !named.has('permitted_classes'),
    },
    {
      call: ['Oj.load'],
      when: ({ named, args: [, options] }) =>
        named.get('mode')?.constant === 'object' || (!named.has('mode') && options === undefined),
    },
  ],
  writes: [
    {
      write: ['*.cookies_serializer'],
      when: ({ constant }) => constant === 'marshal' || constant === 'hybrid',
    },
  ],
  positives: [
    action('@cart = Marshal.load(Base64.decode64(cookies[:cart])) # HERE'),
    action('config = YAML.load(params[:config]) # HERE'),
    action('YAML.unsafe_load(request.body.read) # HERE'),
    'Rails.application.config.action_dispatch.cookies_serializer = :marshal # HERE\n',
    'Rails.application.config.action_dispatch.cookies_serializer = :hybrid # HERE\n',
    'def handler(event:, context:)\n  Marshal.load(event["body"]) # HERE\nend\n',
  ],
  negatives: [
    action('@cart = JSON.parse(cookies[:cart])\nYAML.safe_load(params[:config])'),
    action('YAML.load(File.read("config.yml"))\nMarshal.load(Rails.cache.read("a"))'),
    action('Oj.load(params[:c], mode: :strict)\nOj.load(params[:c], options)'),
    action('YAML.load(params[:c], permitted_classes: [Date])'),
  ],
};
