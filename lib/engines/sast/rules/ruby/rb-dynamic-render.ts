import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbDynamicRender: Rule = {
  id: 'rb-dynamic-render',
  cwe: 'CWE-98',
  severity: 'high',
  title: 'Untrusted input chooses the template',
  message: 'Untrusted input chooses the template to render: other templates or files can be shown.',
  help: 'Choose the template from a fixed list.',
  category: 'path',
  sinks: [
    {
      call: ['{render,render_to_string}'],
      named: ['file', 'template', 'partial', 'action'],
      unless: ({ type, fields }) => type !== undefined || fields !== undefined,
    },
  ],
  positives: [
    action('render params[:page] # HERE'),
    action('render file: "pages/#{params[:page]}" # HERE'),
    action('render template: params[:t] # HERE'),
  ],
  negatives: [
    action('render :show, locals: { name: params[:name] }'),
    action('render json: params[:a]\nrender plain: params[:a]'),
    action('if PAGES.include?(params[:page])\n  render params[:page]\nend'),
  ],
};
