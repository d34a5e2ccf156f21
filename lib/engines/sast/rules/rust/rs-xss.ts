import type { Rule } from '@scangate/engines/sast/rule';
import { handler, program } from './samples.ts';

const htmlType = /text\/html|ContentType::html|TEXT_HTML/;

export const rsXss: Rule = {
  id: 'rs-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input in a page',
  message:
    "Untrusted input is sent as HTML without encoding, so it can run scripts in other users' browsers.",
  help: 'Render it with a template that encodes (Askama, Tera, Maud), or encode it with html_escape.',
  category: 'xss',
  sinks: [
    {
      call: [
        'axum.response.Html',
        'Html',
        '*.Html.new',
        'Html.new',
        '{RawHtml,rocket.response.content.RawHtml}',
        '{PreEscaped,maud.PreEscaped}',
        'warp.reply.html',
      ],
    },
    { call: ['*.body'], when: ({ at }) => htmlType.test(at.text) },
  ],
  positives: [
    handler('    let page = Html(format!("<h1>{}</h1>", p.name)); // HERE', 'use axum::response::Html;'),
    `use actix_web::{web, HttpResponse};
async fn hello(info: web::Query<Info>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/html").body(format!("<p>{}</p>", info.name)) // HERE
}
`,
    '#[get("/<name>")]\nfn hello(name: String) -> RawHtml<String> {\n    RawHtml(format!("<p>{name}</p>")) // HERE\n}\n',
    '#[get("/<name>")]\nfn hello(name: String) -> Html<String> {\n    Html(format!("<p>{name}</p>")) // HERE\n}\n',
    'use axum::extract::Query;\nuse axum::response::a.Html.new;\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let page = a.Html.new(format!("<h1>{}</h1>", p.name)); // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\nuse axum::response::Html::new;\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let page = Html::new(format!("<h1>{}</h1>", p.name)); // HERE\n    Ok(String::new())\n}\n',
    '#[get("/<name>")]\nfn hello(name: String) -> PreEscaped<String> {\n    PreEscaped(format!("<p>{name}</p>")) // HERE\n}\n',
    'use axum::extract::Query;\nuse axum::response::warp::reply::html;\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let page = warp::reply::html(format!("<h1>{}</h1>", p.name)); // HERE\n    Ok(String::new())\n}\n',
  ],
  negatives: [
    handler(
      '    let page = Html(format!("<h1>{}</h1>", html_escape::encode_text(&p.name)));',
      'use axum::response::Html;',
    ),
    `use actix_web::{web, HttpResponse};
async fn hello(info: web::Query<Info>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain").body(format!("{}", info.name))
}
`,
    program('    let page = Html("<h1>Hello</h1>");'),
  ],
};
