/** Wraps the lines of a sample in a handler of Axum with the parameter `p` from the query. */
export const handler = (lines: string, uses = ''): string =>
  `use axum::extract::Query;\n${uses}\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n${lines}\n    Ok(String::new())\n}\n`;

/** Wraps the lines of a sample in a function. */
export const program = (lines: string, uses = '', parameters = ''): string =>
  `${uses}\nfn run(${parameters}) {\n${lines}\n}\n`;
