import type { Sanitizer } from '@scangate/engines/sast/rule';
import { hasFixedHost, isNamed } from './conditions.ts';

/** Lookups return stored data, not their argument. */
const lookup =
  /\.(?:find|count|exists|is|has|can|should|verify|validate|check|matches|compare|load|fetch|read|list|search|select)(?:_\w+)?$/;

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      '*.{parse,len,is_empty,contains,contains_key,starts_with,ends_with,eq,cmp,partial_cmp,hash,count,is_some,is_none,is_ok,is_err,position,capacity,exists,is_file,is_dir}',
      // The call returns stored data, or the response of another service.
      '*.{fetch_one,fetch_all,fetch_optional,query_row,query_map,query_one,query_opt,execute,get_result,get_results,first,load}',
      '*.{send,spawn,output,status}',
      '*.fs.{read,read_to_string,metadata,read_dir,try_exists}',
      'fs.{read,read_to_string,metadata,read_dir}',
      '*.{digest,hash_password,verify_password}',
      '{bcrypt.hash,bcrypt.verify,md5.compute}',
      '{Uuid,uuid.Uuid}.{parse_str,from_str,try_parse}',
      '{u8,u16,u32,u64,usize,i8,i16,i32,i64,isize,f32,f64,bool,IpAddr}.{from_str,from_str_radix}',
    ],
    cleans: 'all',
  },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ names }) => names.some((name) => lookup.test(name)) },
  {
    call: ['*.*'],
    cleans: 'all',
    guess: true,
    when: ({ receiver }) =>
      /(?:Repository|Repo|Service|Store|Dao|Db|Database|Cache)$/.test(receiver?.type ?? ''),
  },
  {
    call: [
      'html_escape.{encode_text,encode_safe,encode_quoted_attribute,encode_double_quoted_attribute,encode_unquoted_attribute,encode_script}',
      'ammonia.{clean,clean_text}',
      'v_htmlescape.{escape,escape_fmt}',
      'askama_escape.escape',
      'tera.escape_html',
      '*.{escape_html,html_escape,encode_text,encode_safe,encode_minimal}',
      '{html!,maud.html!}',
      // Templates escape the values that they output.
      '*.{render,render_once,render_to_string,render_block}',
    ],
    cleans: ['xss'],
  },
  {
    call: [
      'urlencoding.{encode,encode_binary}',
      '*.{utf8_percent_encode,percent_encode,form_urlencoded}',
      'utf8_percent_encode',
    ],
    cleans: ['xss', 'redirect', 'ssrf', 'path', 'log', 'header'],
  },
  {
    call: ['*.{file_name,file_stem,extension}', 'sanitize_filename.*', '*.sanitize_filename'],
    cleans: ['path'],
  },
  { call: ['*.safe_join', '*.safe_path'], cleans: ['path'] },
  {
    call: ['{regex.escape,fancy_regex.escape}', '*.escape'],
    cleans: ['regex'],
    when: ({ names }) => names.some((name) => /regex/i.test(name)),
  },
  { call: ['ldap3.{ldap_escape,dn_escape}', 'ldap_escape'], cleans: ['ldap'] },
  { call: ['shell_escape.*', 'shlex.{quote,try_quote}', 'shell_words.quote'], cleans: ['command'] },
  {
    call: ['*.Url.parse', 'Url.parse'],
    cleans: ['ssrf', 'redirect'],
    when: ({ args: [address] }) => hasFixedHost(address),
  },
  {
    call: ['*.{replace,escape_debug,escape_default}'],
    cleans: ['log', 'header'],
    when: ({ names, args: [what] }) =>
      names.some((name) => /\.escape_/.test(name)) ||
      (typeof what?.constant === 'string' && /[\r\n]/.test(what.constant)),
  },
  {
    call: ['*.filter'],
    cleans: 'all',
    when: ({ written: [test], receiver }) =>
      /is_(?:ascii_)?(?:alphanumeric|digit|alphabetic)|is_numeric/.test(test?.at.text ?? '') &&
      isNamed(receiver, /chars/),
  },
];
