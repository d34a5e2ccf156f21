import type { Call, Sanitizer } from '@scangate/engines/sast/rule';
import { constantName, constantText } from './conditions.ts';

const lookup =
  /(?:^|\.)(?:find|fetch|load|count|has|is|exists|lookup|resolve|verify|check|validate|authenticate|attempt|paginate)(?:[A-Z_]\w{0,60})?$/;

/** Functions of the program whose names say that they make text harmless. */
const cleaning = /(?:^|[._])(?:sanit|purif|escap|filter_?xss|esc_|clean)|xss_?clean|html_?(?:escape|encode)/i;

const isCleaning = ({ names }: Call): boolean =>
  names.some((name) => cleaning.test(name.slice(name.lastIndexOf('.') + 1)));

const onlySafe = /^(.)\[\^(?:[\w \-.]|\\[wds]){1,100}\]\+?\1[iu]{0,2}$/;

export const sanitizers: readonly Sanitizer[] = [
  {
    call: [
      '{intval,floatval,doubleval,boolval,abs,round,floor,ceil,count,sizeof,strlen,mb_strlen,strcmp,strpos,stripos,in_array,array_key_exists,is_numeric,is_array,is_string,ctype_digit,ctype_alnum,ctype_alpha,preg_match,preg_match_all,time,strtotime,mktime,date,checkdate,number_format,ip2long,crc32,md5,sha1,hash,hash_hmac,md5_file,sha1_file,bin2hex,password_hash,password_verify,hash_equals,random_int,random_bytes,uniqid,spl_object_id,gettype,filesize,filemtime,file_exists,is_file,is_dir,is_readable,array_sum,max,min,absint,array_search,usleep,sleep,ord,levenshtein,similar_text,version_compare,wp_verify_nonce,check_admin_referer,sanitize_key,sanitize_title,sanitize_html_class,sanitize_file_name,bcrypt,encrypt,openssl_encrypt,get_option,get_post,get_user_by,get_term_by}',
      '{file_get_contents,curl_exec,curl_init,fopen,fread,fgets,readfile,file,exec,shell_exec,system,passthru,scandir,glob,mysqli_query,mysql_query,pg_query,mysqli_fetch_assoc,mysqli_fetch_array,mysql_fetch_assoc,mysql_fetch_array,mysqli_num_rows,file_put_contents,unlink,move_uploaded_file,getimagesize,simplexml_load_file,unserialize_safe,wp_remote_get,wp_remote_post,get_headers,fsockopen,proc_open,popen,include,ldap_search,ldap_bind}',
      '{DateTime,DateTimeImmutable,Carbon,NumberFormatter}',
      '*.{getInt,getBoolean,getAlnum,getAlpha,getDigits,getEnum,integer,boolean,float,date,enum,filled,has,missing,isMethod,ajax,expectsJson,wantsJson,hasFile,user,ip,getClientIp,isXmlHttpRequest}',
      '{Carbon,*.Carbon}.{parse,createFromFormat}',
      '{Str,*.Str}.{slug,uuid,random}',
      '{isset,empty}',
      '{Hash,*.Hash,Crypt,*.Crypt}.{make,check,encrypt,encryptString}',
      '*.{find,findOrFail,findMany,findOneBy,findBy,findAll,findOne,firstWhere,first,firstOrFail,firstOrCreate,firstOrNew,updateOrCreate,where,whereIn,whereHas,getRepository,query,select,selectOne,execute,executeQuery,executeStatement,get_results,get_row,get_var,get_col,fetch,fetchAll,fetchColumn,fetchObject,fetch_assoc,fetch_array,fetch_row,fetch_object,fetch_all,fetchAssociative,fetchAllAssociative,fetchOne,num_rows,rowCount,lastInsertId,table,create,count,isValid,fails,exists,isEmpty,contains,getStatusCode,xpath,evaluate,search,send,createForm,request}',
    ],
    cleans: 'all',
  },
  {
    call: ['*.{get,post,put,patch,delete}'],
    cleans: 'all',
    when: ({ names }) => names.some((name) => /client\.|(?:^|\.)Http\.|curl/i.test(name)),
  },
  {
    call: ['*', '*.*'],
    cleans: 'all',
    guess: true,
    when: ({ names }) => names.some((name) => lookup.test(name)),
  },
  { call: ['*', '*.*'], cleans: 'all', guess: true, when: isCleaning },
  {
    call: [
      '{htmlspecialchars,htmlentities,strip_tags,e,esc_html,esc_attr,esc_textarea,esc_js,esc_html__,esc_attr__,wp_kses,wp_kses_post,wp_strip_all_tags,sanitize_text_field,sanitize_email,nl2br_safe,json_encode,wp_json_encode,filter_xss,check_plain,h,html_escape,xss_clean}',
      '*.{purify,encode,escape,escapeHtml,escapeHtmlAttr,escapeJs,htmlEscape,xss_clean,esc}',
      '{Html,*.Html,HtmlPurifier,*.HtmlPurifier}.{encode,process}',
    ],
    cleans: ['xss', 'template'],
  },
  { call: ['{esc_url,esc_url_raw}'], cleans: ['xss', 'header'] },
  {
    call: ['{urlencode,rawurlencode,http_build_query}'],
    cleans: ['xss', 'header', 'redirect', 'ssrf', 'path', 'log'],
  },
  { call: ['{escapeshellarg,escapeshellcmd}'], cleans: ['command'] },
  {
    call: [
      '{mysqli_real_escape_string,mysqli_escape_string,mysql_real_escape_string,mysql_escape_string,pg_escape_string,pg_escape_literal,pg_escape_identifier,sqlite_escape_string,addslashes,esc_sql,db_escape_string}',
      '*.{quote,escape,escape_string,real_escape_string,escapeString,quoteIdentifier,quoteValue,quoteName,quoteInto,literal,prepare,esc_like}',
    ],
    cleans: ['sql'],
  },
  // Text that decrypts was written by a holder of the key.
  { call: ['openssl_decrypt', '*.{decrypt,decryptString}'], cleans: ['deserialization'] },
  { call: ['{basename,pathinfo}'], cleans: ['path'] },
  { call: ['preg_quote'], cleans: ['regex', 'code'] },
  { call: ['ldap_escape'], cleans: ['ldap'] },
  {
    call: [
      '{route,url,action,asset,secure_url,site_url,base_url,home_url,admin_url,add_query_arg,wp_validate_redirect,wp_sanitize_redirect}',
      '*.{generateUrl,generate,path,url}',
      '{URL,*.URL}.{route,to,action}',
    ],
    cleans: ['redirect', 'ssrf'],
    when: ({ names }) => !names.some((name) => /request/i.test(name)),
  },
  {
    call: ['{filter_var,filter_input}'],
    cleans: 'all',
    when: ({ args, names }) =>
      /FILTER_(?:VALIDATE_(?:INT|FLOAT|BOOL\w{0,4}|IP|EMAIL)|SANITIZE_NUMBER\w{0,8})$/.test(
        constantName(args[names.includes('filter_input') ? 2 : 1]),
      ),
  },
  {
    call: ['{filter_var,filter_input}'],
    cleans: ['xss'],
    when: ({ args, names }) =>
      /FILTER_SANITIZE_(?:\w{0,5}SPECIAL_CHARS|STRING|ENCODED)$/.test(
        constantName(args[names.includes('filter_input') ? 2 : 1]),
      ),
  },
  {
    // Only safe characters remain: `preg_replace('/[^a-z0-9]/', '', $x)`.
    call: ['preg_replace'],
    cleans: 'all',
    when: ({ args: [pattern, by] }) =>
      onlySafe.test(constantText(pattern)) && /^[\w-]?$/.test(String(by?.constant)),
  },
  {
    call: ['{str_replace,preg_replace,strtr}'],
    cleans: ['log', 'header'],
    when: ({ written: [what] }) => /\\[rn]|PHP_EOL|\\s/.test(what?.at.text ?? ''),
  },
  {
    // Without slashes at its beginning, a path after `/` stays on this server.
    call: ['{ltrim,trim}'],
    cleans: ['redirect'],
    when: ({ args: [, what] }) => constantText(what).includes('/'),
  },
  {
    call: ['str_replace'],
    cleans: ['path'],
    when: ({ written: [what] }) => /\.\.['"]|['"][/\\]/.test(what?.at.text ?? ''),
  },
];
