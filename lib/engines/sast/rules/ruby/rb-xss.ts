import { routeMark } from '@scangate/engines/sast/lower/ruby/ruby-calls';
import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { action, route } from './samples.ts';

export const rbXss: Rule = {
  id: 'rb-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message:
    "Untrusted input is written into a page unescaped, so its sender can run scripts in other users' browsers.",
  help: 'Remove html_safe and raw, or clean the markup with sanitize.',
  category: 'xss',
  sinks: [
    { call: ['*.html_safe'], args: 'receiver' },
    { call: ['raw', '*.raw', '{ActiveSupport.SafeBuffer,*.SafeBuffer}', '*.safe_concat'] },
    {
      call: ['{render}'],
      args: [9],
      named: ['text'],
      unless: ({ path }) => path?.endsWith('.html_safe()') === true,
    },
    {
      returns: ({ annotations }) => annotations.some(({ name }) => name === routeMark),
      unless: (value) => !/<[a-z]|\bhello\b/i.test(prefixOf(value) ?? '') || value.constant !== undefined,
    },
  ],
  positives: [
    action('@title = "<b>#{params[:title]}</b>".html_safe # HERE'),
    action('helpers.raw(params[:q]) # HERE'),
    action('render html: params[:q].html_safe # HERE'),
    route('"<h1>Hello #{params[:name]}</h1>" # HERE'),
  ],
  negatives: [
    action('@title = "<b>#{h(params[:title])}</b>".html_safe'),
    action('@title = "<b>a</b>".html_safe\nrender html: helpers.sanitize(params[:q])'),
    route('"<h1>Hello #{Rack::Utils.escape_html(params[:name])}</h1>"'),
    action('@title = params[:title]'),
    action('render html: "Hello #{params[:name]}"'),
  ],
};

export const rbJsonUnescaped: Rule = {
  id: 'rb-json-unescaped',
  cwe: 'CWE-79',
  severity: 'medium',
  title: 'JSON is not escaped for HTML',
  message: 'A value with </script> ends the script of a page that contains the JSON.',
  help: 'Leave escape_html_entities_in_json on.',
  writes: [{ write: ['*.escape_html_entities_in_json'], when: ({ constant }) => constant === false }],
  positives: ['ActiveSupport.escape_html_entities_in_json = false # HERE\n'],
  negatives: ['ActiveSupport.escape_html_entities_in_json = true\n'],
};
