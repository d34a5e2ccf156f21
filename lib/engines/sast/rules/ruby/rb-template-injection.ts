import type { Rule } from '@scangate/engines/sast/rule';
import { action, route } from './samples.ts';

export const rbTemplateInjection: Rule = {
  id: 'rb-template-injection',
  cwe: 'CWE-1336',
  severity: 'critical',
  title: 'Template from untrusted input',
  message: 'Untrusted input becomes the text of a template, which runs Ruby on the server.',
  help: 'Keep templates in files and pass the input as a value.',
  category: 'template',
  sinks: [
    { call: ['{render,render_to_string}'], args: [9], named: ['inline'] },
    { call: ['{ERB,Erubi.Engine,Erubis.Eruby,Haml.Engine,Haml.Template,Slim.Template,Tilt.ERBTemplate}'] },
    { call: ['{erb,haml,slim}'], unless: ({ prefix }) => prefix === undefined },
  ],
  positives: [
    action('render inline: "Hello #{params[:name]}" # HERE'),
    route('ERB.new("<p>" + params[:text] + "</p>").result(binding) # HERE'),
    route('erb "<h1>#{params[:name]}</h1>" # HERE'),
  ],
  negatives: [
    action('render inline: "Hello <%= name %>", locals: { name: params[:name] }'),
    route('erb :index, locals: { name: params[:name] }\nERB.new(File.read("a.erb")).result'),
  ],
};
