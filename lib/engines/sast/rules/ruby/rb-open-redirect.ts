import type { Rule } from '@scangate/engines/sast/rule';
import { isObject, staysHere } from './conditions.ts';
import { action, route } from './samples.ts';

export const rbOpenRedirect: Rule = {
  id: 'rb-open-redirect',
  cwe: 'CWE-601',
  severity: 'medium',
  title: 'Redirect to an untrusted URL',
  message: 'Untrusted input decides where the browser is sent, possibly to a phishing site.',
  help: 'Redirect to your own routes, or use url_from and allow_other_host: false.',
  category: 'redirect',
  sinks: [
    {
      call: ['{redirect_to,redirect}', '*.redirect_to'],
      when: ({ named }) => named.get('allow_other_host')?.constant !== false,
      unless: (value) => staysHere(value) || isObject(value),
    },
    {
      call: ['{redirect_back,redirect_back_or_to}'],
      named: ['fallback_location'],
      unless: (value) => staysHere(value) || isObject(value),
    },
  ],
  positives: [
    action('redirect_to params[:return_to] # HERE'),
    action('redirect_to(params[:url] || root_path) # HERE'),
    action('url = "https://#{params[:host]}/"\nredirect_to url # HERE'),
    route('redirect params[:next] # HERE'),
    action('redirect_to params.permit(:page, :host) # HERE'),
    action('redirect_to params[:back], only_path: true # HERE'),
    action('params[:action] = :index\nredirect_to params # HERE'),
  ],
  negatives: [
    action('redirect_to user_path(params[:id])'),
    action('@user = User.new(params[:user])\nredirect_to @user'),
    action('redirect_to "/users/#{params[:id]}"'),
    action('redirect_to params[:url], allow_other_host: false'),
    action('redirect_to action: params[:a]\nredirect_to url_from(params[:u]) || root_path'),
    action('redirect_to request.fullpath'),
    action('redirect_to action: params[:a], only_path: true'),
    action('redirect_to [params[:kind], @user]'),
    action('redirect_to params.permit(:page, :sort)\nredirect_to params.to_unsafe_h.merge(only_path: true)'),
  ],
};
