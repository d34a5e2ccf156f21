import type { Sanitizer } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';

/** Function names of the program that announce sanitizing. */
const escapesPage =
  /(?:escape|encode|sanitize|clean|strip|bleach)_?(?:for_|the_)?(?:html|xml|xss|tags|markup)|(?:html|xml)_?(?:escape|encode|sanitize)/i;

const cleansName = /(?:sanitize|secure|clean|safe)_?\w{0,10}(?:name|path)$/i;

/** Lookups return stored data, not their argument. */
const lookup = /\.(?:find|lookup|load_user|get_by|get_user|get_or)(?:_\w{1,40})?$/;

/** A statement built by a mapper binds its values: `select(A).where(A.id == x)`. */
const isExpression = /(?:^|\.)(?:select|insert|update|delete|union)\(\)\./;

export const sanitizers: readonly Sanitizer[] = [
  { call: ['*.*', '*'], cleans: ['path'], when: ({ names }) => names.some((name) => cleansName.test(name)) },
  {
    call: [
      '{int,float,bool,len,isinstance,hash,id,ord,type,complex,any,all,hasattr,callable,issubclass,range,open,round}',
      '{uuid.UUID,UUID,decimal.Decimal,Decimal,datetime,ipaddress.ip_address,ipaddress.ip_network,ipaddress.IPv4Address}',
      '*.{strptime,fromisoformat,fromtimestamp}',
      '*.{count,index,find,rfind,startswith,endswith,isdigit,isalpha,isalnum,isnumeric,is_valid,exists,is_file,is_dir,contains}',
      '*.{hexdigest,digest,fetchone,fetchall,fetchmany,one_or_none,scalar,scalars,scalar_one,scalar_one_or_none,total_seconds,bit_length,get_absolute_url}',
      '*.objects.{get,filter,exclude,create,get_or_create,update_or_create,all,values,values_list,none,bulk_create,first,last}',
      '*.query.{get,get_or_404,filter,filter_by,all}',
      '{get_object_or_404,get_list_or_404}',
      '*.{get_object_or_404,get_list_or_404}',
      '*.{generate_password_hash,check_password_hash,hashpw,checkpw,make_password,check_password,authenticate,verify_password}',
      '{generate_password_hash,check_password_hash,make_password,check_password,authenticate}',
    ],
    cleans: 'all',
  },
  { call: ['*.*'], cleans: 'all', guess: true, when: ({ names }) => names.some((name) => lookup.test(name)) },
  { call: ['*.*'], cleans: ['sql'], when: ({ names }) => names.some((name) => isExpression.test(name)) },
  { call: ['*.{in_,not_in,notin_,ilike}'], cleans: ['sql'] },
  {
    call: ['shlex.{quote,split}', 'pipes.quote'],
    cleans: ['command'],
    when: ({ names }) => !names[0]?.endsWith('split'),
  },
  {
    call: [
      'html.escape',
      'cgi.escape',
      'bleach.{clean,linkify}',
      '{markupsafe,flask,jinja2}.escape',
      'django.utils.html.{escape,conditional_escape,strip_tags,format_html,escapejs,json_script}',
      'xml.sax.saxutils.{escape,quoteattr}',
      'nh3.clean',
      'escape',
      '*.{escape,conditional_escape,format_html}',
      '*.{render,render_template,render_to_string,render_to_response,TemplateResponse,jsonify,JsonResponse,JSONResponse,make_response,HttpResponse,Response,redirect,send_file,send_from_directory,json_response}',
      '{jsonify,render_template,render,redirect,make_response}',
    ],
    cleans: ['xss'],
    when: ({ names }) => !names.some((name) => name === 're.escape'),
  },
  { call: ['*.*', '*'], cleans: ['xss'], when: ({ names }) => names.some((name) => escapesPage.test(name)) },
  {
    call: [
      'urllib.parse.{quote,quote_plus,urlencode}',
      'urllib.{quote,quote_plus,urlencode}',
      '*.{urlencode,urlquote}',
    ],
    cleans: ['xss', 'header', 'redirect', 'log', 'ssrf', 'path'],
  },
  { call: ['re.escape'], cleans: ['regex', 'code'] },
  // The expression is reported where it is compiled.
  { call: ['compile'], cleans: ['code'] },
  {
    call: [
      '*.{secure_filename,safe_join,basename,get_valid_filename,get_available_name}',
      '{secure_filename,safe_join,basename,get_valid_filename}',
      '*.{slugify}',
      'slugify',
    ],
    cleans: ['path'],
  },
  { call: [], read: ['{pathlib.Path,Path,PurePath,pathlib.PurePath}.{name,stem,suffix}'], cleans: ['path'] },
  { call: ['*.slugify', 'slugify'], cleans: 'all' },
  {
    call: ['*.{url_for,reverse,reverse_lazy,build_absolute_uri}', '{url_for,reverse}'],
    cleans: ['redirect', 'xss', 'ssrf'],
  },
  {
    call: [
      '*.{escape_filter_chars,escape_dn_chars,escape_rdn,filter_format}',
      '{escape_filter_chars,escape_dn_chars,escape_rdn}',
    ],
    cleans: ['ldap'],
  },
  {
    call: [
      '*.{quote_name,escape_string,mogrify,literal,quote_ident}',
      'psycopg2.sql.{Identifier,Literal,SQL}',
      '{sql.Identifier,sql.Literal}',
    ],
    cleans: ['sql'],
  },
  // The text is reported where it becomes a statement.
  {
    call: ['*.text', 'text', '*.RawSQL', 'RawSQL', '*.mark_safe', '*.Markup'],
    cleans: ['sql', 'xss'],
    when: ({ receiver, names }) =>
      names.some((name) => /^sqlalchemy|^django|^markupsafe|^flask|^(?:db|sa)\.text|RawSQL/.test(name)) ||
      receiver === undefined,
  },
  // Servers and files return their own data.
  {
    call: [
      '{requests,httpx,urllib3}.{get,post,put,patch,delete,head,options,request}',
      '{urllib.request.urlopen,urllib2.urlopen,urlopen}',
      '*.{urlopen,urlretrieve}',
      'os.{listdir,walk,scandir,stat,remove,unlink,makedirs,mkdir}',
      'os.path.{exists,isfile,isdir,getsize,getmtime,islink}',
      'subprocess.{run,call,check_call,check_output,Popen,getoutput}',
      'os.{system,popen}',
    ],
    cleans: 'all',
  },
  {
    call: ['*.{replace,translate}'],
    cleans: ['log', 'header'],
    when: ({ args: [what] }) => /[\r\n]/.test(constantText(what)),
  },
  { call: ['*.replace'], cleans: ['xpath'], when: ({ args: [what] }) => /^['"]$/.test(constantText(what)) },
  {
    call: ['*.replace'],
    cleans: ['sql'],
    when: ({ args: [what, by] }) => constantText(what) === "'" && constantText(by) === "''",
  },
  {
    // Only safe characters remain: `re.sub('[^a-z0-9]', '', x)`.
    call: ['re.sub'],
    cleans: 'all',
    when: ({ args: [what, by] }) =>
      /^\[\^(?:[\w-]|\\[wd]){1,100}\]\+?$/.test(constantText(what)) &&
      /^[\w-]?$/.test(String(by?.constant ?? 'x?')),
  },
  { call: ['json.{dumps}'], cleans: ['redirect', 'path'] },
];
