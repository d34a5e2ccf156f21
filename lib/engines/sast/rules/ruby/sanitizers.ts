import type { Call, Sanitizer } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';

/** Methods of the program whose names say that they look something up, check it or make it harmless. */
const lookup =
  /(?:^|\.)(?:find|fetch_|load|lookup|authenticate|authorize|verify|validate|count|exists|paginate)(?:_\w{1,60})?[?!]?$/;
const cleaning = /(?:^|_)(?:sanitiz|escap|purif|clean)/i;
const address = /(?:^|_)(?:path|url)$/;
const question = /\?$/;

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const lastNamed =
  (pattern: RegExp) =>
  ({ names }: Call): boolean =>
    names.some((name) => pattern.test(lastOf(name)));

const ofHost = /^(?:host|domain|subdomain|protocol|port|tld_length|only_path|user|password|undefined)$/;

const onlySafe = /^\[\^(?:[\w \-.]|\\[wds]){1,100}\]\+?$/;

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      '*.{to_i,to_f,to_r,to_d,to_c,count,length,size,bytesize,hash,sum,index,ord,parameterize,hexdigest,digest,base64digest,to_date,to_time,to_datetime,object_id}',
      '{to_i,to_f,to_sym_safe,Integer,Float,Rational,parameterize}',
      '{Time,Date,DateTime,*.Time,Time.zone}.{parse,strptime,iso8601,at}',
      '{Digest.MD5,Digest.SHA1,Digest.SHA256,Digest.SHA512,OpenSSL.HMAC}.{hexdigest,digest,base64digest}',
      '{BCrypt.Password,SecureRandom}.*',
      '*.{find,find_by,find_by!,find_by_sql,find_or_create_by,find_or_create_by!,find_or_initialize_by,find_each,where,rewhere,first,last,pluck,ids,all,none,joins,includes,preload,order,reorder,limit,offset,group,having,take,create,create!,update,update!,update_all,delete_all,destroy,destroy_all,save,save!,exists?,find_all,execute,exec_query,select_all,select_one,select_value,select_values,query,xpath,at_xpath,search,perform_later,perform_async,deliver_now,deliver_later,permitted?}',
      '{File,IO,Dir,FileUtils,Open3,Net.HTTP,HTTParty,RestClient,Faraday,Excon,Typhoeus,HTTP,YAML_safe}.*',
      '{system,exec,spawn,open,sh}',
      '{t,I18n.t,translate,I18n.translate}',
    ],
    cleans: 'all',
    when: ({ names }) =>
      !names.some((name) => /^File\.(?:join|expand_path|absolute_path|basename|dirname)$/.test(name)),
  },
  { call: ['*', '*.*'], cleans: 'all', guess: true, when: lastNamed(lookup) },
  { call: ['*.*', '*'], cleans: 'all', guess: true, when: lastNamed(question) },
  { call: ['*', '*.*'], cleans: 'all', guess: true, when: lastNamed(cleaning) },
  {
    call: ['*', '*.*'],
    cleans: ['redirect', 'ssrf'],
    guess: true,
    when: (call) => lastNamed(address)(call) && (call.receiver?.taints.length ?? 0) === 0,
  },
  {
    call: [
      '{h,html_escape,html_escape_once,escape_once,sanitize,strip_tags,escape_html,escape_javascript,j,content_tag,link_to,simple_format,truncate,number_to_currency,json_escape,image_tag,label_tag,text_field_tag}',
      '*.{html_escape,escapeHTML,escape_html,sanitize,strip_tags,content_tag,to_json,link_to,escape_javascript,full_sanitizer}',
      '{CGI,ERB.Util,Rack.Utils,Sanitize,Loofah}.{escapeHTML,html_escape,escape_html,fragment,clean,h}',
      'JSON.generate',
    ],
    cleans: ['xss'],
  },
  {
    call: [
      '{CGI,ERB.Util,URI,Rack.Utils,Addressable.URI}.{escape,url_encode,encode_www_form_component,encode_www_form,encode_component}',
      '{u,url_encode}',
      '*.{to_query,to_param}',
    ],
    cleans: ['xss', 'path', 'redirect', 'ssrf', 'header', 'log'],
  },
  {
    call: ['{Shellwords,*.Shellwords}.{escape,shellescape,join,shelljoin}', '*.{shellescape,shelljoin}'],
    cleans: ['command'],
  },
  // The result is a hash with only these keys.
  { call: ['*.slice'], cleans: ['sql'], when: ({ args: [key] }) => constantText(key) !== '' },
  // The server has signed what it reads back.
  { call: ['{cookies,*.cookies}.{signed,encrypted}', '*.{signed,encrypted}'], cleans: 'all' },
  // Parameters that cannot name another host.
  {
    call: ['*.{permit,slice}'],
    cleans: ['redirect'],
    when: ({ args }) => args.length > 0 && !args.some(({ constant }) => ofHost.test(String(constant))),
  },
  {
    call: ['*.{merge,reverse_merge}'],
    cleans: ['redirect'],
    when: ({ named }) => named.get('only_path')?.constant === true,
  },
  { call: ['*.inspect'], cleans: ['log', 'header'] },
  { call: ['*.tempfile'], cleans: ['path'] },
  { call: ['File.basename', '*.{extname}'], cleans: ['path'] },
  { call: ['{Regexp}.{escape,quote,union}'], cleans: ['regex'] },
  {
    call: [
      '*.{quote,quote_column_name,quote_table_name,quote_string,escape,escape_string,sanitize_sql,sanitize_sql_array,sanitize_sql_for_conditions,sanitize_sql_for_order,sanitize_sql_like,send_query_params}',
      '{sanitize_sql,sanitize_sql_array,sanitize_sql_for_conditions,sanitize_sql_for_order,sanitize_sql_like}',
    ],
    cleans: ['sql'],
  },
  { call: ['Net.LDAP.Filter.{escape,equals}'], cleans: ['ldap'] },
  { call: ['url_for', '*.url_for', 'url_from', 'polymorphic_path'], cleans: ['redirect', 'ssrf'] },
  {
    // Only safe characters remain: `name.gsub(/[^a-z0-9]/, '')`.
    call: ['*.{gsub,tr,delete}'],
    cleans: 'all',
    when: ({ args: [what, by] }) =>
      onlySafe.test(what?.regex?.source ?? '') && /^[\w-]?$/.test(constantText(by)),
  },
  {
    call: ['*.{gsub,delete,tr}'],
    cleans: ['log', 'header'],
    when: ({ args: [what] }) => /[\r\n]|\\[rns]/.test(constantText(what) + (what?.regex?.source ?? '')),
  },
];
