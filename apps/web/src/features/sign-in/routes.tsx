export { SignInPage } from './sign-in-page.tsx';
export { ValidateCodePage } from './validate-code-page.tsx';
