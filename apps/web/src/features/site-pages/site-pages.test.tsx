import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../tests/render-app.tsx';

test.each([
  ['/about', 'About this exchange', 'put their own text here with the setting SALAR_ABOUT_URL'],
  ['/terms', 'Terms of service', 'put their own text here with the setting SALAR_TERMS_URL'],
  ['/privacy', 'Privacy policy', 'put their own text here with the setting SALAR_PRIVACY_URL'],
  ['/support', 'Support', 'name a support address with the setting SALAR_SUPPORT_EMAIL'],
])(
  'signed out, %s opens, names this as a local installation and explains what its setting changes',
  async (path, title, setting) => {
    localStorage.removeItem('app.user.v1');
    await renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getByText('This is a local installation')).toBeInTheDocument();
    expect(screen.getByText(new RegExp(setting))).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1);
  },
);
