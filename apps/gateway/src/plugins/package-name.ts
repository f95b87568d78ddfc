/** Names that npm accepts for a package. */
export const packageNamePattern = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/;
