import type { Rule } from '@scangate/engines/sast/rule';
import { hasFixedHost } from './conditions.ts';
import { action } from './samples.ts';

const verbs = '{get,post,put,patch,delete,head,options,get_response,post_form,start,request,get_print,run}';

export const rbSsrf: Rule = {
  id: 'rb-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'The server sends a request to an untrusted URL: it can be made to reach metadata services and internal hosts.',
  help: 'Choose the host from a list of allowed ones and put only checked parts into the address.',
  category: 'ssrf',
  sinks: [
    {
      call: [
        `{Net.HTTP,HTTParty,RestClient,Faraday,Excon,Typhoeus,HTTP,HTTPX,HTTPClient,Curl,Typhoeus.Request}.${verbs}`,
      ],
      unless: hasFixedHost,
    },
    {
      call: [
        '{URI.open,OpenURI.open_uri,Down.download}',
        '{Net.HTTP,Faraday,Excon,RestClient.Resource,Typhoeus.Request}',
      ],
      unless: hasFixedHost,
    },
    {
      call: ['{URI,URI.parse}().{open,read}', 'URI.{HTTP,HTTPS,Generic}.open'],
      args: 'receiver',
      unless: hasFixedHost,
    },
    { call: ['RestClient.Request.execute'], args: [9], named: ['url'], unless: hasFixedHost },
  ],
  positives: [
    action('Net::HTTP.get(URI(params[:url])) # HERE'),
    action('URI.open(params[:url]).read # HERE'),
    action('HTTParty.get("http://#{params[:host]}/status") # HERE'),
    action('uri = URI.parse(params[:callback])\nhttp = Net::HTTP.new(uri.host, uri.port) # HERE'),
  ],
  negatives: [
    action('Net::HTTP.get(URI("https://api.example.com/users/#{params[:id]}"))'),
    action('HTTParty.get("https://api.example.com/", query: { q: params[:q] })'),
    action(
      'url = params[:url]\nreturn unless HOSTS.include?(URI.parse(url).host)\nNet::HTTP.get(URI("https://api.example.com/?u=#{CGI.escape(url)}"))',
    ),
  ],
};
