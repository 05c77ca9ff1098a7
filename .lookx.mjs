import a from 'nodemailer/lib/addressparser'
console.log(a('a b'))
